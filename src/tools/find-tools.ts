// How to write a tool: src/tools/README.md
import { FindToolsArgs } from '../args/find-tools';
import { Tool } from '../decorators';
import { briefOf, type ToolBrief } from '../discovery/tool-detail';
import { searchTools } from '../discovery/tool-search';
import { Exposure } from '../registries/exposure';
import { ToolRegistry } from '../registries/tool-registry';
import { Result, type Ok } from '../result';

/** What was found, best first. */
interface FoundTools {
  tools: (ToolBrief & { call_as?: string })[];
  /** Names that `tools/list` shows from now on. */
  now_listed?: string[];
}

/** Finds tools by what they do, and where only a few are listed makes the found ones listed too. */
@Tool({
  args: FindToolsArgs,
  description: 'Find tools by what they do.',
  usage:
    'Say what you want to do; the best matches come first, with their signatures. In `run` call them as tools.<name>({ … }); ' +
    'otherwise call them by the name under call_as.',
  examples: [
    { args: { query: 'read a file' }, explains: 'Finds the tools that read files.' },
    { args: { query: 'web', limit: 3, detail: 'full' }, explains: 'Tells all about the three best matches.' },
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
      found.length ? {} : { instruction: 'Nothing fits. Try other words, or a part of a tool name.' },
    );
  }
}
