// How to write a tool: src/tools/README.md
import { RunArgs } from '../args/run';
import { CodeRunner } from '../code/code-runner';
import { Tool } from '../decorators';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Runs code that calls many tools in one call, processes their results, and returns only what is needed; docs/code-mode.md. */
@Tool({
  args: RunArgs,
  returns: 'string',
  description: [
    'Run JavaScript with the tools as functions.',
    '',
    'TypeScript works too. Tools are async functions that take one object: await tools.read_file({ path }).',
  ].join('\n'),
  usage: [
    'Returns console output and the last expression (or return value). Await every call; together: Promise.all. Paged results come whole; a failure throws.',
    'No files, network or modules but through tools. ot.tools({ pattern }) lists signatures, ot.help(name) describes one.',
  ].join('\n'),
  examples: [
    {
      args: { command: "await tools.echo({ message: 'Hello' })" },
      explains: 'Calls one tool and returns its result.',
    },
    {
      args: {
        command:
          "const names = ['a', 'b'];\nconst answers = await Promise.all(names.map((message) => tools.echo({ message })));\n({ count: answers.length, first: answers[0] })",
      },
      explains: 'Calls a tool for every item in parallel and returns only what is needed.',
    },
  ],
  category: 'code',
  tags: ['code', 'batch'],
  timeoutSeconds: 0,
  annotations: {
    title: 'Run code',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
})
export class Run {
  constructor(private readonly code: CodeRunner) {}

  async run(args: RunArgs, context: ToolContext): Promise<ToolResult> {
    const { text, isError } = await this.code.run(args.command, context);
    return isError ? ToolResult.error(text) : ToolResult.text(text);
  }
}
