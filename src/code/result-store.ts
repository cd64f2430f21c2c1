import { randomBytes } from 'node:crypto';

/** What is returned in place of a result that is too large. */
export interface StoredResult {
  handle: string;
  total_lines: number;
  size_bytes: number;
  summary: string;
  preview: string[];
  query: string;
}

/** Some lines of a stored result. */
export interface ResultPage {
  handle: string;
  offset: number;
  returned: number;
  total_lines: number;
  next_offset?: number;
  lines: string[];
}

/** Selects lines: from `offset`, at most `limit`, only those that contain `search`. */
export interface ResultPageRequest {
  offset?: number;
  limit?: number;
  search?: string;
}

const PREVIEW_LINES = 10;
const LONGEST_LINE = 2_000;

/** Stores large results in memory for an hour, up to a total size, and returns them by page. */
export class ResultStore {
  private readonly kept = new Map<string, { lines: string[]; bytes: number; until: number }>();
  private total = 0;

  constructor(
    private readonly mostBytes = 32 * 1024 * 1024,
    private readonly keepMs = 3_600_000,
    private readonly now: () => number = Date.now,
  ) {}

  put(text: string): StoredResult {
    const handle = randomBytes(12).toString('hex');
    const lines = text.split('\n').flatMap(cutLine);
    const bytes = Buffer.byteLength(text);
    this.kept.set(handle, { lines, bytes, until: this.now() + this.keepMs });
    this.total += bytes;
    this.trim();
    return {
      handle,
      total_lines: lines.length,
      size_bytes: bytes,
      summary: `${lines.length} lines, ${bytes} bytes: too large for one reply, stored for ${Math.round(this.keepMs / 60_000)} minutes`,
      preview: lines.slice(0, PREVIEW_LINES),
      query: `ot.result({ handle: '${handle}', offset: 0, limit: 100 })`,
    };
  }

  /** Returns a page of a result; undefined if the handle is unknown or has expired. */
  page(handle: string, { offset = 0, limit = 100, search }: ResultPageRequest = {}): ResultPage | undefined {
    this.trim();
    const stored = this.kept.get(handle);
    if (!stored) return undefined;
    const lines = search === undefined ? stored.lines : stored.lines.filter((line) => line.includes(search));
    const from = Math.max(0, Math.trunc(offset));
    const page = lines.slice(from, from + Math.max(1, Math.trunc(limit)));
    const next = from + page.length;
    return {
      handle,
      offset: from,
      returned: page.length,
      total_lines: lines.length,
      ...(next < lines.length && { next_offset: next }),
      lines: page,
    };
  }

  private trim(): void {
    for (const [handle, { bytes, until }] of this.kept) {
      const newest = this.kept.size === 1;
      if (until > this.now() && (this.total <= this.mostBytes || newest)) continue;
      this.kept.delete(handle);
      this.total -= bytes;
    }
  }
}

// Compact JSON is one very long line, which must be split for paging.
function cutLine(line: string): string[] {
  if (line.length <= LONGEST_LINE) return [line];
  const parts: string[] = [];
  for (let at = 0; at < line.length; at += LONGEST_LINE) parts.push(line.slice(at, at + LONGEST_LINE));
  return parts;
}
