/** The limits of one page of a list. */
export interface PageLimits {
  /** Entries per page; unlimited if absent. */
  readonly pageSize?: number;
  /** Bytes after which a page ends: stdio clients reject messages over 10 MiB. */
  readonly pageBytes?: number;
}

/** One page of serialised entries, and the cursor of the next one. */
export interface Page {
  entries: readonly string[];
  nextCursor?: string;
}

const PAGE_BYTES = 1024 * 1024;

/** Returns whether an entry still belongs to a page that has so many before it, and so many bytes with it; the first one always does. */
export function fitsOnPage(
  before: number,
  bytes: number,
  { pageSize = Infinity, pageBytes = PAGE_BYTES }: PageLimits,
): boolean {
  return before < pageSize && (before === 0 || bytes <= pageBytes);
}

/** Returns the page at a cursor; undefined for an invalid cursor. */
export function pageOf(
  names: readonly string[],
  entries: readonly string[],
  cursor: string | undefined,
  limits: PageLimits,
): Page | undefined {
  const start = cursor === undefined ? 0 : startOf(names, cursor);
  if (start === undefined) return undefined;
  const rest = entries.slice(start);
  let size = 0;
  const count = rest.findIndex((entry, index) => !fitsOnPage(index, (size += entry.length), limits));
  if (count < 0) return { entries: rest };
  return { entries: rest.slice(0, count), nextCursor: cursorAfter(names[start + count - 1]!) };
}

function startOf(names: readonly string[], cursor: string): number | undefined {
  const before = nameBefore(cursor);
  const index = before === undefined ? -1 : names.indexOf(before);
  return index < 0 ? undefined : index + 1;
}

/** Returns the cursor of the page after an entry: it names that entry, so that pages stay correct when others are added or removed in between. */
export function cursorAfter(name: string): string {
  return Buffer.from(`after:${name}`).toString('base64url');
}

/** Returns the name of the entry before the page at a cursor; undefined for an invalid cursor. */
export function nameBefore(cursor: string): string | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const name = text.slice('after:'.length);
  return text.startsWith('after:') && cursorAfter(name) === cursor ? name : undefined;
}
