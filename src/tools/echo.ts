// How to write a tool: src/tools/README.md
import { EchoArgs } from '../args/echo';
import { Tool } from '../decorators';
import { ToolResult } from '../tool-result';

/** Sends a message back: the shortest way to see that the connection works. */
@Tool({
  args: EchoArgs,
  description: 'Echo a message back.',
  usage: 'Call it to check that the server answers. The reply is the message after "Echo: ".',
  examples: [{ args: { message: 'Hello' }, explains: 'Answers "Echo: Hello".' }],
  category: 'utility',
  tags: ['utility', 'test'],
  annotations: {
    title: 'Echo',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class Echo {
  run(args: EchoArgs): ToolResult {
    return ToolResult.text(`Echo: ${args.message}`);
  }
}
