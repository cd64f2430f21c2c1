/** What a tool's result leaves out, so that no caller takes a page for the whole. */
export interface PageNote {
  /** What is missing, as a sentence part: `1,500 more entries`. */
  readonly missing: string;
  /** Arguments that, put over those of this call, return the next page; absent if the tool cannot go on. */
  readonly next?: Readonly<Record<string, unknown>>;
  /** The argument that bounds a page: a caller who gave it asked for a part and got it. */
  readonly bound?: string;
}
