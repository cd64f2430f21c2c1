/** The limits of one page of a list. */
export interface PageLimits {
  /** Entries per page; unlimited if absent. */
  pageSize?: number;
  /** Bytes after which a page ends: stdio clients reject messages over 10 MiB. */
  pageBytes?: number;
}

/** One page of serialised entries, and the cursor of the next one. */
export interface Page {
  entries: readonly string[];
  nextCursor?: string;
}

const joined = new WeakMap<readonly string[], string>();

/** Returns a page's entries as the inside of a JSON array; for an unchanged list it is joined only once. */
export function joinedEntries({ entries }: Page): string {
  let text = joined.get(entries);
  if (text === undefined) joined.set(entries, (text = entries.join(',')));
  return text;
}

const PAGE_BYTES = 1024 * 1024;

/** Returns the page at a cursor; undefined for an invalid cursor. */
export function pageOf(
  names: readonly string[],
  entries: readonly string[],
  cursor: string | undefined,
  limits: PageLimits,
): Page | undefined {
  const start = cursor === undefined ? 0 : startOf(names, cursor);
  if (start === undefined) return undefined;
  const most = limits.pageSize ?? Infinity;
  const bytes = limits.pageBytes ?? PAGE_BYTES;
  let end = start;
  for (let size = 0; end < entries.length && end - start < most; end++) {
    size += entries[end]!.length;
    if (size > bytes && end > start) break;
  }
  const page = start === 0 && end === entries.length ? entries : entries.slice(start, end);
  return end < entries.length
    ? { entries: page, nextCursor: cursorAfter(names[end - 1]!) }
    : { entries: page };
}

// A cursor names the last entry sent, so that pages stay correct when entries are added or removed in between.
function cursorAfter(name: string): string {
  return Buffer.from(`after:${name}`).toString('base64url');
}

function startOf(names: readonly string[], cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!text.startsWith('after:') || cursorAfter(text.slice('after:'.length)) !== cursor) return undefined;
  const index = names.indexOf(text.slice('after:'.length));
  return index < 0 ? undefined : index + 1;
}
