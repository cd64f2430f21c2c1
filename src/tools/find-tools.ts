// How to write a tool: src/tools/README.md
import { FindToolsArgs } from '../args/find-tools';
import { Tool } from '../decorators';
import { briefOf, type ToolBrief } from '../discovery/tool-detail';
import { searchTools } from '../discovery/tool-search';
import { Exposure } from '../registries/exposure';
import { ToolRegistry } from '../registries/tool-registry';
import { Result, type Ok } from '../result';

/** The tools found, best match first. */
interface FoundTools {
  tools: (ToolBrief & { call_as?: string })[];
  /** Names that `tools/list` includes from now on. */
  now_listed?: string[];
}

/** Finds tools by what they do; if only some tools are listed, the ones found become listed. */
@Tool({
  args: FindToolsArgs,
  description: 'Find tools by what they do.',
  usage:
    'Returns matching tools with their signatures, best match first. In `run`, call them as tools.<name>({ … }); ' +
    'otherwise use the name in call_as.',
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
    const { category } = args;
    const tools = this.registry
      .list({ enabledOnly: true, ...(category !== undefined && { category }) })
      .filter(
        (tool) =>
          tool.name !== 'find_tools' && !(this.exposure.mode === 'code' && this.exposure.visible(tool)),
      );
    const found = searchTools(args.query, tools)
      .slice(0, args.limit)
      .map(({ tool }) => tool);
    const revealed =
      this.exposure.mode === 'search' ? this.exposure.reveal(found.map((tool) => tool.name)) : [];
    return Result.ok(
      {
        tools: found.map((tool) => ({
          ...briefOf(tool),
          ...(args.detail === 'full' && { description: tool.describe().description }),
          ...(this.exposure.mode !== 'code' && { call_as: this.registry.exposedName(tool) }),
        })),
        ...(revealed.length && { now_listed: revealed }),
      },
      found.length ? {} : { instruction: 'No tool matches. Try other words, or part of a tool name.' },
    );
  }
}
