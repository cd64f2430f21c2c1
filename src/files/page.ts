import type { WalkedEntry } from '../disk/walk';
import type { PageNote } from '../base/page-note';
import { ToolResult } from '../tool-result';

/** Takes one page of entries from a walk; a note after the list says whether there are more and how to get them. */
export async function takePage(
  entries: AsyncIterable<WalkedEntry>,
  limit: number,
  describe: (entry: WalkedEntry) => Promise<unknown>,
): Promise<ToolResult> {
  const page: unknown[] = [];
  let last = '';
  for await (const entry of entries) {
    if (page.length === limit) return withNote(page, last).asPage(continued(last));
    page.push(await describe(entry));
    last = entry.path;
  }
  return ToolResult.json(page);
}

/** Notes that a walk goes on after an entry; `left` is what remains of a limit that the caller gave. */
export function continued(after: string, left?: number): PageNote {
  const next = left === undefined ? { after } : { after, limit: left };
  return { missing: 'there are more', next, ...(left === undefined && { bound: 'limit' }) };
}

/** Makes a result of a page and the note that there are more; in code mode its value is the page alone. */
export function withNote(page: readonly unknown[], last: string, besides?: string): ToolResult {
  const more = besides === undefined ? '' : ` ${besides}: read the file, or raise limit.`;
  const note = `[${page.length} shown; there are more.${more} Continue with after: ${JSON.stringify(last)}.]`;
  const list = ToolResult.json(page);
  return new ToolResult([...list.content, { type: 'text', text: note }], false, list.value);
}
