// How to write a tool: src/tools/README.md
import { Claude } from '../ai/claude';
import { ClaudeConversationArgs } from '../args/claude-conversation';
import { Tool } from '../decorators';
import { ErrorCode } from '../errors';
import { failure } from '../files/file-failure';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Sends one message to Claude. */
@Tool({
  args: ClaudeConversationArgs,
  returns: 'string',
  description: 'Chat with Claude AI.',
  usage:
    'Returns the reply as text. Each call starts a new conversation, so the message must contain all the context.',
  examples: [
    {
      args: { message: 'Explain this error in one sentence: EADDRINUSE' },
      explains: 'Asks a short question.',
    },
    {
      args: {
        message: 'Review: let x = x + 1',
        system_prompt: 'You are a strict reviewer.',
        max_tokens: 500,
      },
      explains: 'Sets a role and limits the length of the reply.',
    },
  ],
  category: 'ai',
  tags: ['ai', 'claude'],
  timeoutSeconds: 130,
  annotations: {
    title: 'Chat with Claude',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
})
export class ClaudeConversation {
  constructor(private readonly claude: Claude) {}

  async run(args: ClaudeConversationArgs, context: ToolContext): Promise<ToolResult | Failure> {
    const reply = await this.claude.send({ ...args, signal: context.signal });
    if (!reply.ok)
      return failure(
        reply.error,
        reply.kind,
        reply.kind === 'timeout' ? ErrorCode.Timeout : ErrorCode.Execution,
      );
    const answer = ToolResult.text(reply.text);
    if (!reply.cutOff) return answer;
    return new ToolResult([
      ...answer.content,
      { type: 'text', text: `[The reply was cut off at max_tokens ${args.maxTokens}.]` },
    ]);
  }
}
