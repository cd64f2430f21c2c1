// How to write a tool: src/tools/README.md
import { RunArgs } from '../args/run';
import { CodeRunner } from '../code/code-runner';
import { Tool } from '../decorators';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Does in one call what would take twenty: code that calls tools, loops over what they answer, and returns the gist. */
@Tool({
  args: RunArgs,
  description: [
    'Run JavaScript with the tools as functions.',
    '',
    'Every tool is an async function that takes one object: await tools.read_file({ path }).',
    'await ot.tools({ pattern: "file" }) tells names and signatures, await ot.help("read_file") all about one.',
  ].join('\n'),
  usage: [
    'The last expression (or return) is the result; console.log output comes before it. Many at once: await Promise.all([...]).',
    'Tools are grouped by pack too: files.read_file({ path }). A failed tool throws; error.data tells more.',
    'There is no file, network or process access but through tools.',
    'Large results come as a handle: await ot.result({ handle, offset, limit, search }). __format__ = "yml" changes the output.',
  ].join('\n'),
  examples: [
    {
      args: { command: "await tools.echo({ message: 'Hello' })" },
      explains: 'Calls one tool and returns its answer.',
    },
    {
      args: {
        command:
          "const names = ['a', 'b'];\nconst answers = await Promise.all(names.map((message) => tools.echo({ message })));\n({ count: answers.length, first: answers[0] })",
      },
      explains: 'Calls a tool for each item at once and returns only what is needed.',
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
