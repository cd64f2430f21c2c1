// How to write a tool: src/tools/README.md
import { EchoArgs } from '../args/echo';
import { Tool } from '../decorators';
import { ToolResult } from '../tool-result';

/** Returns a message: the quickest check that the connection works. */
@Tool({
  args: EchoArgs,
  returns: 'string',
  description: 'Echo a message back.',
  usage: 'Use it to check that the server responds. Returns "Echo: " followed by the message.',
  examples: [{ args: { message: 'Hello' }, explains: 'Returns "Echo: Hello".' }],
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
