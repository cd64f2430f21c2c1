/** What a tool's result leaves out, so that no caller takes a page for the whole. */
export interface PageNote {
  /** What is missing, as a sentence part: `1,500 more entries`; absent if this is the last page. */
  readonly missing?: string;
  /** Arguments that, put over those of this call, return the next page; absent if the tool cannot go on. */
  readonly next?: Readonly<Record<string, unknown>>;
  /** The argument that bounds a page: a caller who gave it asked for a part and got it. */
  readonly bound?: string;
  /** What no page returns, as a sentence: `1 file is not readable: a.txt.` Code that gets the rest is told so by an error. */
  readonly skipped?: string;
  /** What a reader of the result should know, as a sentence; code goes on, and the answer of its run says so. */
  readonly remark?: string;
}
