// How to write a tool: src/tools/README.md
import { ExampleToolArgs } from '../args/example-tool';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';

/** The value that `example_tool` returns. */
interface ExampleAnswer {
  action: string;
  message: string;
}

/** Shows authors what a client sees of a tool; served only on request. */
@Tool({
  args: ExampleToolArgs,
  returns: RETURNED.example,
  description: 'Show what a tool returns.',
  usage: '`demo` and `test` succeed; `validate` fails, to show what a failure looks like.',
  examples: [
    { args: { action: 'demo' }, explains: 'Succeeds with the default message.' },
    { args: { action: 'validate', message: 'Hi' }, explains: 'Fails with an instruction for the agent.' },
  ],
  category: 'utility',
  tags: ['example'],
  annotations: { title: 'Example tool', readOnlyHint: true, openWorldHint: false },
})
export class ExampleTool {
  async run(args: ExampleToolArgs, context: ToolContext): Promise<Result<ExampleAnswer>> {
    context.progress({ progress: 1, total: 1, message: args.action });
    if (args.action === 'validate') {
      return Result.failure(`Nothing to validate in '${args.message}'`, 'not_found', {
        message: 'This is what a failure looks like.',
        instruction: 'Present this error to the user and take no further action.',
      });
    }
    return Result.ok(
      { action: args.action, message: args.message },
      { message: `The ${args.action} worked.` },
    );
  }
}
