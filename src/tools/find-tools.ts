// How to write a tool: src/tools/README.md
import { FindToolsArgs } from '../args/find-tools';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { briefOf, lineOf } from '../discovery/tool-detail';
import { findTools } from '../discovery/tool-search';
import { Exposure } from '../registries/tool-exposure';
import { ToolRegistry } from '../registries/tool-registry';
import { isGranted, type ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

const NONE = 'No tool matches. Try other words, or part of a tool name.';

/** Finds tools by what they do. */
@Tool({
  args: FindToolsArgs,
  returns: RETURNED.foundTools,
  description: 'Find tools by what they do.',
  usage:
    'One line per tool, best match first. In run, call it as tools.<name>({ … }); otherwise with call_tool or its call_as.',
  examples: [
    { args: { query: 'read a file' }, explains: 'Finds tools that read files.' },
    {
      args: { query: 'web', limit: 3, detail: 'full' },
      explains: 'Returns the three best matches with full descriptions.',
    },
  ],
  category: 'discovery',
  tags: ['discovery', 'search'],
  annotations: {
    title: 'Find tools',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class FindTools {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly exposure: Exposure,
  ) {}

  run(args: FindToolsArgs, { session }: Pick<ToolContext, 'session'> = { session: undefined }): ToolResult {
    const { mode, visible } = this.exposure;
    const found = findTools(
      this.registry,
      args.query,
      args.limit,
      (tool) =>
        tool.category !== 'discovery' &&
        isGranted(session, tool.name) &&
        (args.category === undefined || tool.category === args.category) &&
        !(mode === 'code' && visible(tool)),
    ).map(({ tool }) => tool);
    const tools = found.map((tool) => ({
      ...briefOf(tool),
      ...(args.detail === 'full' && { description: tool.describe().description }),
      ...(mode === 'all' && { call_as: this.registry.exposedName(tool) }),
    }));
    const lines = found.map((tool, at) => {
      const { description, call_as: name } = tools[at]!;
      return `${lineOf(tool)}${name === undefined ? '' : ` (call as ${name})`}${args.detail === 'full' ? `\n${description}` : ''}`;
    });
    return new ToolResult([{ type: 'text', text: lines.join('\n') || NONE }], false, tools);
  }
}
