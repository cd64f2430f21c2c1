// How to write a tool: src/tools/README.md
import { FindToolsArgs } from '../args/find-tools';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { briefOf, type ToolBrief } from '../discovery/tool-detail';
import { findTools } from '../discovery/tool-search';
import { Exposure } from '../registries/exposure';
import { ToolRegistry } from '../registries/tool-registry';
import { Result, type Ok } from '../result';

/** The tools found, best match first. */
interface FoundTools {
  tools: (ToolBrief & { call_as?: string })[];
}

/** Finds tools by what they do. */
@Tool({
  args: FindToolsArgs,
  returns: RETURNED.foundTools,
  description: 'Find tools by what they do.',
  usage:
    'Returns matching tools with their signatures, best match first; none if nothing matches. In `run`, call them as ' +
    'tools.<name>({ … }); otherwise by call_tool, or by the name in call_as.',
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

  run(args: FindToolsArgs): Ok<FoundTools> {
    const { mode, visible } = this.exposure;
    const found = findTools(
      this.registry,
      args.query,
      args.limit,
      (tool) =>
        tool.category !== 'discovery' &&
        (args.category === undefined || tool.category === args.category) &&
        !(mode === 'code' && visible(tool)),
    ).map(({ tool }) => tool);
    return Result.ok(
      {
        tools: found.map((tool) => ({
          ...briefOf(tool),
          ...(args.detail === 'full' && { description: tool.describe().description }),
          ...(mode === 'all' && { call_as: this.registry.exposedName(tool) }),
        })),
      },
      found.length ? {} : { instruction: 'No tool matches. Try other words, or part of a tool name.' },
    );
  }
}
