import type { WalkedEntry } from '../policy/safe-walk';
import { ToolResult } from '../tool-result';

/** Takes one page of entries off a walk; a note after the list says when there is more and how to go on. */
export async function takePage(
  entries: AsyncIterable<WalkedEntry>,
  limit: number,
  describe: (entry: WalkedEntry) => Promise<unknown>,
): Promise<ToolResult> {
  const page: unknown[] = [];
  let last = '';
  for await (const entry of entries) {
    if (page.length === limit) return withNote(page, last);
    page.push(await describe(entry));
    last = entry.path;
  }
  return ToolResult.json(page);
}

/** A list, and the note that it goes on; for code its value is the list alone. */
export function withNote(page: readonly unknown[], last: string, besides?: string): ToolResult {
  const more = besides === undefined ? '' : ` ${besides}; read it, or raise limit.`;
  const note = `[There is more: ${page.length} shown.${more} Go on with after: ${JSON.stringify(last)}.]`;
  const list = ToolResult.json(page);
  return new ToolResult([...list.content, { type: 'text', text: note }], false, list.value);
}
