import type { ToolRegistry } from '../registry';
import type { Tool } from '../tool';
import { pageOf, type Page, type PageLimits } from './pages';

/** How the tools are told to clients. */
export interface ListOptions extends PageLimits {
  /** The four sections, or the first alone. */
  descriptions?: 'full' | 'terse';
  /** Which of the enabled tools are shown; all by default. */
  visible?: (tool: Tool) => boolean;
}

/** The tools as `tools/list` tells them, serialised once per change of the registry. */
export class ToolList {
  private revision = -1;
  private names: string[] = [];
  private entries: string[] = [];

  constructor(
    private readonly registry: ToolRegistry,
    private readonly options: ListOptions = {},
  ) {}

  /** One page as JSON text; undefined for a cursor that is none. */
  page(cursor?: string): Page | undefined {
    this.refresh();
    return pageOf(this.names, this.entries, cursor, this.options);
  }

  private refresh(): void {
    if (this.revision === this.registry.revision) return;
    this.names = [];
    this.entries = [];
    for (const tool of this.registry.list({ enabledOnly: true })) {
      if (this.options.visible && !this.options.visible(tool)) continue;
      const name = this.registry.exposedName(tool);
      this.names.push(name);
      this.entries.push(JSON.stringify(this.entry(name, tool)));
    }
    this.revision = this.registry.revision;
  }

  private entry(name: string, tool: Tool): Record<string, unknown> {
    const told = tool.describe();
    const { inputSchema, outputSchema, annotations } = told;
    return {
      name,
      ...(annotations?.title !== undefined && { title: annotations.title }),
      description: this.options.descriptions === 'terse' ? told.summary : told.description,
      inputSchema,
      ...(outputSchema && { outputSchema }),
      ...(annotations && { annotations }),
    };
  }
}
