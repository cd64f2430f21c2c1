/** How much of a list one reply carries. */
export interface PageLimits {
  /** Entries a page; no limit of its own when absent. */
  pageSize?: number;
  /** Bytes after which a page is closed: stdio clients give up on messages beyond 10 MiB. */
  pageBytes?: number;
}

/** One page of serialised entries, and where the next one starts. */
export interface Page {
  entries: readonly string[];
  nextCursor?: string;
}

const joined = new WeakMap<readonly string[], string>();

/** A page's entries as the inside of a JSON array; of a list that is sent as it is, joined once. */
export function joinedEntries({ entries }: Page): string {
  let text = joined.get(entries);
  if (text === undefined) joined.set(entries, (text = entries.join(',')));
  return text;
}

const PAGE_BYTES = 1024 * 1024;

/** Cuts the page that a cursor names; undefined when no entry has the name the cursor holds. */
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

// A cursor names the last entry that was sent, so pages stay right when entries come and go in between.
function cursorAfter(name: string): string {
  return Buffer.from(`after:${name}`).toString('base64url');
}

function startOf(names: readonly string[], cursor: string): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!text.startsWith('after:') || cursorAfter(text.slice('after:'.length)) !== cursor) return undefined;
  const index = names.indexOf(text.slice('after:'.length));
  return index < 0 ? undefined : index + 1;
}
