import type { Logger } from '../../logger';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { ToolShape } from '../../tool/tool';
import type { PageLimits } from './pages';
import { ToolEntries, type EntryOptions } from './tool-entries';
import { ToolPages, type ToolPage } from './tool-pages';

/** How tools are listed. */
export interface ListOptions extends PageLimits, EntryOptions {
  /** Which enabled tools to list; all by default. */
  visible?: (tool: ToolShape) => boolean;
}

/** The tools as sent by `tools/list`, serialised once per change of the registry. */
export class ToolList {
  private revision = -1;
  private tools: readonly ToolShape[] = [];
  private entries!: ToolEntries;
  /** Those of all tools, and of each category that was asked for. */
  private readonly pages = new Map<string | undefined, ToolPages>();

  constructor(
    private readonly registry: ToolRegistry,
    private readonly options: ListOptions,
    private readonly log: Logger,
  ) {}

  /** Returns one page; undefined for an invalid cursor. */
  page(cursor?: string, category?: string): ToolPage | undefined {
    this.refresh();
    const pages = this.pagesOf(category);
    const page = pages.at(cursor);
    if (cursor === undefined && this.entries.hasMistakes) this.refuseIfNone();
    if (page?.nextCursor !== undefined) this.writeAhead(pages, page.nextCursor);
    return page;
  }

  /** Returns the entries of all tools. */
  all(): string[] {
    this.refresh();
    const written = this.tools.map(this.entries.of);
    this.entries.refuseIfNone();
    return written.filter((entry) => entry !== undefined);
  }

  private refresh(): void {
    if (this.revision === this.registry.revision) return;
    const { visible } = this.options;
    this.tools = this.registry.list({ enabledOnly: true }).filter((tool) => !visible || visible(tool));
    this.entries = new ToolEntries(this.registry, this.tools, this.options, this.log);
    this.pages.clear();
    this.revision = this.registry.revision;
  }

  private pagesOf(category: string | undefined): ToolPages {
    const known = this.pages.get(category);
    if (known) return known;
    const tools =
      category === undefined ? this.tools : this.tools.filter((tool) => tool.category === category);
    const { pageSize, pageBytes } = this.options;
    const pages = new ToolPages({
      tools,
      nameOf: (tool) => this.registry.exposedName(tool),
      entryOf: this.entries.of,
      ...(pageSize !== undefined && { pageSize }),
      ...(pageBytes !== undefined && { pageBytes }),
    });
    // A client that makes up categories must not fill the memory.
    if (tools.length || category === undefined) this.pages.set(category, pages);
    return pages;
  }

  // Whoever reads a page asks for the next one soon: it is written while the client still parses this one.
  private writeAhead(pages: ToolPages, cursor: string): void {
    if (pages.has(cursor)) return;
    const { revision } = this;
    setImmediate(() => {
      if (revision === this.registry.revision) pages.at(cursor);
    });
  }

  // Where no tool of a category can be listed, others can.
  private refuseIfNone(): void {
    this.pagesOf(undefined).at();
    this.entries.refuseIfNone();
  }
}
