// How to write a tool: src/tools/README.md
import { RunArgs } from '../args/run';
import { CodeRunner } from '../code/code-runner';
import { Tool } from '../decorators';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Runs code that calls many tools in one call, processes their results, and returns only what is needed. */
@Tool({
  args: RunArgs,
  returns: 'string',
  description: [
    'Run JavaScript with the tools as functions.',
    '',
    'Every tool is an async function that takes one object: await tools.read_file({ path }).',
    'await ot.tools({ pattern: "file" }) lists names and signatures; await ot.help("read_file") describes one tool.',
  ].join('\n'),
  usage: [
    'Returns the last expression (or return value), after any console.log output. Call tools in parallel with await Promise.all([...]).',
    'Tools are also grouped by pack: files.read_file({ path }). A tool that fails throws; error.data has the details.',
    'Files, network and processes are reachable only through tools.',
    'A large result is returned as a handle: read it with await ot.result({ handle, offset, limit, search }). Set __format__ = "yml" to change the output format.',
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
