import type { ToolShape } from '../../tool/tool';
import { cursorAfter, fitsOnPage, nameBefore, type PageLimits } from './pages';

/** One page of tools: the inside of a JSON array on one line, and the cursor of the next page. */
export interface ToolPage {
  readonly text: string;
  readonly nextCursor?: string;
}

/** What the pages of some tools are made from. */
export interface ToolPagesOptions extends PageLimits {
  readonly tools: readonly ToolShape[];
  readonly nameOf: (tool: ToolShape) => string;
  /** Returns the entry of a tool; undefined if it can't be listed. */
  readonly entryOf: (tool: ToolShape) => string | undefined;
}

/**
 * The pages of some tools, each written when a client asks for it or has read the one before. Those that a client comes to by reading on from
 * the first one are kept; others, whose cursors anybody can make up, are not.
 */
export class ToolPages {
  private readonly kept = new Map<string | undefined, ToolPage>();
  /** Where the pages begin that are kept once they are written, by their cursors. */
  private readonly starts = new Map<string | undefined, number>([[undefined, 0]]);

  constructor(private readonly options: ToolPagesOptions) {}

  /** Returns the page at a cursor; undefined for an invalid cursor. */
  at(cursor?: string): ToolPage | undefined {
    const known = this.kept.get(cursor);
    if (known) return known;
    const next = this.starts.get(cursor);
    const start = next ?? this.startOf(cursor!);
    if (start === undefined) return undefined;
    const { page, end } = this.from(start);
    if (next === undefined) return page;
    this.kept.set(cursor, page);
    if (page.nextCursor !== undefined) this.starts.set(page.nextCursor, end);
    return page;
  }

  /** Returns whether a page need not be written any more. */
  has(cursor: string): boolean {
    return this.kept.has(cursor);
  }

  private from(start: number): { page: ToolPage; end: number } {
    const { tools, entryOf, nameOf } = this.options;
    const entries: string[] = [];
    let size = 0;
    let last: ToolShape | undefined;
    const rest = start === 0 ? tools : tools.slice(start);
    // V8 would optimise a loop of ours with all that is called in it, several times, before a long list is written once.
    const count = rest.findIndex((tool) => {
      const entry = entryOf(tool);
      if (entry === undefined) return false;
      size += entry.length;
      if (!fitsOnPage(entries.length, size, this.options)) return true;
      entries.push(entry);
      last = tool;
      return false;
    });
    const text = onOneLine(entries.join(','));
    if (count < 0) return { page: { text }, end: tools.length };
    return { page: { text, nextCursor: cursorAfter(nameOf(last!)) }, end: start + count };
  }

  private startOf(cursor: string): number | undefined {
    const name = nameBefore(cursor);
    const index =
      name === undefined ? -1 : this.options.tools.findIndex((tool) => this.options.nameOf(tool) === name);
    return index < 0 ? undefined : index + 1;
  }
}

// A line break would end the message. JSON has them between its tokens only, where a space means the same.
function onOneLine(json: string): string {
  return json.includes('\n') ? json.replaceAll('\n', ' ') : json;
}
