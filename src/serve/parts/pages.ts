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
  /** The position of the entry that the next page begins with. */
  nextStart?: number;
}

const joined = new WeakMap<readonly string[], string>();

/** Returns a page's entries as the inside of a JSON array, on one line; for an unchanged list it is joined only once. */
export function joinedEntries({ entries }: Page): string {
  let text = joined.get(entries);
  if (text === undefined) joined.set(entries, (text = onOneLine(entries.join(','))));
  return text;
}

// A line break would end the message. JSON has them between its tokens only, where a space means the same.
function onOneLine(json: string): string {
  return json.includes('\n') ? json.replaceAll('\n', ' ') : json;
}

const PAGE_BYTES = 1024 * 1024;

/** Returns the page at a cursor, which mostly is where the page before ended; undefined for an invalid cursor. */
export function pageOf(
  names: readonly string[],
  entries: readonly string[],
  cursor: string | undefined,
  limits: PageLimits,
  likelyStart = 0,
): Page | undefined {
  const start = cursor === undefined ? 0 : startOf(names, cursor, likelyStart);
  if (start === undefined) return undefined;
  const rest = start === 0 ? entries : entries.slice(start);
  const count = countWithin(rest, limits);
  if (count === rest.length) return { entries: rest };
  const nextStart = start + count;
  return { entries: rest.slice(0, count), nextCursor: cursorAfter(names[nextStart - 1]!), nextStart };
}

// A page has at least one entry, however large.
function countWithin(
  entries: readonly string[],
  { pageSize = Infinity, pageBytes = PAGE_BYTES }: PageLimits,
): number {
  let size = 0;
  const beyond = entries.findIndex((entry, index) => {
    size += entry.length;
    return index >= pageSize || (size > pageBytes && index > 0);
  });
  return beyond < 0 ? entries.length : beyond;
}

// A cursor names the last entry sent, so that pages stay correct when entries are added or removed in between.
function cursorAfter(name: string): string {
  return Buffer.from(`after:${name}`).toString('base64url');
}

function startOf(names: readonly string[], cursor: string, likely: number): number | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!text.startsWith('after:') || cursorAfter(text.slice('after:'.length)) !== cursor) return undefined;
  const name = text.slice('after:'.length);
  if (names[likely - 1] === name) return likely;
  const index = names.indexOf(name);
  return index < 0 ? undefined : index + 1;
}
