import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `claude_conversation`. */
export class ClaudeConversationArgs extends ToolArguments {
  @Arg({
    description: 'Message to send',
    minLength: 1,
    example: 'Explain this error in one sentence: EADDRINUSE',
  })
  message!: string;

  @Arg({ description: 'Model to use, instead of the configured one', optional: true, minLength: 1 })
  model?: string;

  @Arg({ description: 'System prompt', optional: true, minLength: 1 })
  systemPrompt?: string;

  @Arg({ description: 'Maximum tokens in the reply', type: 'integer', minimum: 1, maximum: 64_000 })
  maxTokens = 4096;
}
