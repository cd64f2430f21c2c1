import { exceptionMessage } from '../../base/exception';
import { wordToolNames, type ToolSpelling } from '../../base/word-tool-names';
import { descriptionIn, type DescriptionDetail } from '../../tool/description-detail';
import type { ToolRegistry } from '../../registries/tool-registry';
import { logUnlisted } from '../../registries/log-unlisted';
import { ToolError } from '../../errors';
import type { Logger } from '../../logger';
import type { ToolShape } from '../../tool/tool';
import { pageOf, type Page, type PageLimits } from './pages';
import { spellingOf } from '../../registries/tool-spelling';

/** How tools are listed. */
export interface ListOptions extends PageLimits {
  /** All four sections, or only the first. */
  descriptions?: DescriptionDetail;
  /** Which enabled tools to list; all by default. */
  visible?: (tool: ToolShape) => boolean;
  /** Present if tools can be called as tasks. */
  tasks?: unknown;
}

/** Returns how a tool can be called as a task; undefined if it can't. */
export function taskSupportOf(tool: ToolShape | undefined): 'optional' | 'required' | undefined {
  return tool?.synchronous === false ? (tool.taskSupport ?? 'optional') : undefined;
}

// Clients request the same few pages repeatedly; one that makes up cursors must not fill the memory.
const KEPT_PAGES = 64;

/** The tools as sent by `tools/list`, serialised once per change of the registry. */
export class ToolList {
  private revision = -1;
  private names: string[] = [];
  private entries: string[] = [];
  private tools: ToolShape[] = [];
  /** What is wrong with every tool, if none can be listed. */
  private mistakes: string | undefined;
  private readonly pages = new Map<string | undefined, Page>();
  /** Where the page that was made last ended: clients read one after another. */
  private lastEnd: number | undefined;

  constructor(
    private readonly registry: ToolRegistry,
    private readonly options: ListOptions,
    private readonly log: Logger,
  ) {}

  /** Returns one page as JSON text; undefined for an invalid cursor. */
  page(cursor?: string, category?: string): Page | undefined {
    this.refresh();
    if (this.mistakes !== undefined) throw new ToolError(`No tool can be listed.\n${this.mistakes}`);
    const key = category === undefined ? cursor : `${category}\n${cursor ?? ''}`;
    const known = this.pages.get(key);
    if (known) return known;
    const of = (all: readonly string[]): readonly string[] =>
      category === undefined ? all : all.filter((_, index) => this.tools[index]!.category === category);
    const page = pageOf(of(this.names), of(this.entries), cursor, this.options, this.lastEnd);
    this.lastEnd = page?.nextStart;
    if (this.pages.size >= KEPT_PAGES) this.pages.clear();
    if (page) this.pages.set(key, page);
    return page;
  }

  private refresh(): void {
    if (this.revision === this.registry.revision) return;
    this.names = [];
    this.entries = [];
    this.tools = [];
    this.pages.clear();
    const mistakes: string[] = [];
    const { visible } = this.options;
    const listed = this.registry.list({ enabledOnly: true }).filter((tool) => !visible || visible(tool));
    const spelling = spellingOf(this.registry, listed);
    // V8 would optimise a loop of ours with all that is called in it, several times, before a long list is written once.
    listed.forEach((tool) => this.take(tool, spelling, mistakes));
    this.mistakes = this.names.length ? undefined : mistakes.join('\n') || undefined;
    this.revision = this.registry.revision;
  }

  private take(tool: ToolShape, spelling: ToolSpelling, mistakes: string[]): void {
    const name = this.registry.exposedName(tool);
    try {
      this.entries.push(this.entry(name, tool, spelling));
      this.names.push(name);
      this.tools.push(tool);
    } catch (error) {
      // A mistake in one class must not remove the others from the list.
      logUnlisted(tool, error, this.log);
      mistakes.push(exceptionMessage(error));
    }
  }

  // Put together as text: a schema that is known as text needs neither parsing nor serialising.
  private entry(name: string, tool: ToolShape, spelling: ToolSpelling): string {
    const described = tool.describe();
    const { annotations, inputText } = described;
    const text = worded(descriptionIn(this.options.descriptions ?? 'full', described), spelling);
    let entry = `{"name":${JSON.stringify(name)}`;
    if (annotations?.title !== undefined) entry += `,"title":${JSON.stringify(annotations.title)}`;
    entry += `,"description":${JSON.stringify(text)}`;
    entry += `,"inputSchema":${inputText ?? JSON.stringify(described.inputSchema)}`;
    const outputSchema = described.outputSchema && this.registry.listedOutput(tool);
    if (outputSchema) entry += `,"outputSchema":${JSON.stringify(outputSchema)}`;
    if (annotations) entry += `,"annotations":${JSON.stringify(annotations)}`;
    const taskSupport = this.options.tasks && taskSupportOf(tool);
    if (taskSupport) entry += `,"execution":${JSON.stringify({ taskSupport })}`;
    return `${entry}}`;
  }
}

// The schema and the examples are what is sent and received, so they stay as they are.
function worded(description: string, spelling: ToolSpelling): string {
  if (!spelling.size) return description;
  const sections = description.split(
    /^(?=## (?:Description|JSON Schema|Usage Instructions|Concrete Examples)$)/m,
  );
  return sections
    .map((section) => (/^## (JSON|Concrete)/.test(section) ? section : wordToolNames(section, spelling)))
    .join('');
}
