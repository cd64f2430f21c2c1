import type { PageNote } from '../base/page-note';
import type { WalkedEntry } from '../disk/walk-directory';
import { estimateTokens } from '../tokens/estimate';
import { ToolResult } from '../tool-result';
import { joinedWith, NOTE_TOKENS, noted } from './file-page';
import type { Pace } from '../base/paced-work';
import type { ContentMatch, LineMatcher, SearchTurn, SkipReason } from './line-match';
import { ContentSearch } from './search-content';
import { named, shownPath, type PassedDirectories } from './passed-over-directories';

/** Where a search for content starts, and how much it may return. */
export interface SearchPageRequest {
  readonly path: string;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly afterLine?: number | undefined;
  /** The directories that the walk passed over. */
  readonly passed: PassedDirectories;
}

/** How much of a long line a model sees, and how much code gets. */
const LONGEST_SHOWN = 500;
const LONGEST_VALUE = 100_000;
/** Characters of matching lines in one page for code. */
const MOST_CHARACTERS = 4_000_000;

const TIME_OVER = 'the time for one reply is over';

interface Position {
  readonly after?: string;
  readonly afterLine?: number;
}

/** Takes one page of matching lines; the note at its end says what was left out and how to go on. */
export async function searchPage(
  found: AsyncIterable<readonly WalkedEntry[]>,
  matches: LineMatcher,
  request: SearchPageRequest,
  pace: Pace,
  budget: number | undefined,
): Promise<ToolResult> {
  const page = new SearchPage(request, budget);
  const search = new ContentSearch(matches);
  const directory = joinedWith(request.path);
  let resumed = request.afterLine;
  for await (const batch of found) {
    for (const entry of batch) {
      if (entry.kind !== 'file') continue;
      if (pace.spent) return page.result(TIME_OVER);
      if (pace.isDue) await pace.nextTurn();
      const from = resumed ?? 0;
      const within = resumed === undefined ? entry.path : (request.after ?? '');
      const path = within === '' ? request.path : directory + within;
      resumed = undefined;
      let paused: number | undefined;
      const turn: SearchTurn = {
        pace,
        from,
        longest: budget === undefined ? LONGEST_VALUE : LONGEST_SHOWN,
        leaveOut: (why) => page.leaveOut(path, why),
        pause: (line) => (paused = line),
      };
      const lines = search.search(entry, turn);
      if (lines)
        for await (const match of lines)
          if (match.line > from && !page.add(path, match, within)) return page.result();
      page.position = { after: within, ...(paused !== undefined && { afterLine: paused }) };
      if (paused !== undefined) return page.result(TIME_OVER);
    }
  }
  return page.result(undefined, true);
}

class SearchPage {
  position: Position;
  private readonly values: object[] = [];
  private readonly shown: string[] = [];
  private readonly leftOut: { readonly path: string; readonly why: SkipReason }[] = [];
  private room: number;
  private characters = 0;
  private full: string | undefined;
  private lastPath = '';

  constructor(
    private readonly request: SearchPageRequest,
    budget: number | undefined,
  ) {
    const { after, afterLine } = request;
    this.position = { ...(after !== undefined && { after }), ...(afterLine !== undefined && { afterLine }) };
    this.room = budget === undefined ? Infinity : budget - Math.min(2 * NOTE_TOKENS, budget / 2);
  }

  /** Adds a match; returns false if there is no room for it. */
  add(path: string, match: ContentMatch, within: string): boolean {
    const { line, text, column } = match;
    const heading = path === this.lastPath ? '' : `${this.shown.length ? '\n' : ''}${shownPath(path)}\n`;
    const entry = `${heading}${line}${column === undefined ? '' : ` (column ${column})`}: ${text}`;
    if (this.room < Infinity) this.room -= estimateTokens(entry) + 1;
    if (this.values.length >= this.request.limit || (this.room < 0 && this.values.length > 0)) return false;
    this.characters += text.length;
    if (this.characters > MOST_CHARACTERS && this.values.length > 0) {
      this.full = 'one reply holds no more';
      return false;
    }
    if (column !== undefined && this.room === Infinity) this.leaveOut(path, 'cut_line');
    this.values.push({ path, ...match });
    this.shown.push(entry);
    this.lastPath = path;
    this.position = { after: within, afterLine: line };
    return true;
  }

  leaveOut(path: string, why: SkipReason): void {
    if (!this.leftOut.some((each) => each.path === path && each.why === why))
      this.leftOut.push({ path, why });
  }

  result(why = this.full, complete = false): ToolResult {
    const { values, shown, request } = this;
    const first = request.after === undefined;
    const count = `${values.length} matching ${values.length === 1 ? 'line' : 'lines'} shown`;
    const end = complete
      ? `${count}; ${first ? 'these are all' : 'these are the last ones'}.`
      : `${count}; ${why === undefined ? '' : `${why}, `}there are more. Continue with ${this.next()}.`;
    const { text: passed } = request.passed;
    const notes = [end, ...leftOutText(this.leftOut), ...(passed ? [passed] : [])];
    const result = noted(shown.join('\n'), values, notes.join('\n'));
    return result.asPage(this.pageNote(why, complete));
  }

  private next(): string {
    const { after, afterLine } = this.position;
    const line = afterLine === undefined ? '' : ` and after_line: ${afterLine}`;
    return `after: ${JSON.stringify(after ?? '')}${line}`;
  }

  // Code that searches everything must not take a search that passed files over for a whole one.
  private pageNote(why: string | undefined, complete: boolean): PageNote {
    const passed = this.request.passed.text;
    const unsearched = leftOutText(this.leftOut.filter(({ why: each }) => !HARMLESS.has(each)));
    const skipped = [...unsearched, ...(passed ? [passed] : [])].join(' ');
    const remark = leftOutText(this.leftOut.filter(({ why: each }) => HARMLESS.has(each))).join(' ');
    const left = { ...(skipped && { skipped }), ...(remark && { remark }) };
    if (complete) return left;
    const { after, afterLine } = this.position;
    const room = this.request.limit - this.values.length;
    const next = {
      ...(after !== undefined && { after }),
      ...(afterLine !== undefined && { after_line: afterLine }),
      ...(why !== undefined && { limit: room }),
    };
    return { missing: 'there are more', next, ...(why === undefined && { bound: 'limit' }), ...left };
  }
}

const REASONS: Readonly<Record<SkipReason, string>> = {
  long_line:
    'searched but for lines of more than 4 million characters, which no regular expression is matched with (search for plain text)',
  binary: 'binary, and not searched',
  unreadable: 'not readable',
  too_slow: 'too slow to match with this regular expression, and not searched (use a simpler one)',
  cut_line: `shown only around each hit, because of lines with more than ${LONGEST_VALUE} characters`,
};
// What code may go on without: it is said in the answer of the run.
const HARMLESS: ReadonlySet<SkipReason> = new Set(['binary', 'cut_line']);

function leftOutText(leftOut: readonly { readonly path: string; readonly why: SkipReason }[]): string[] {
  return (['long_line', 'too_slow', 'unreadable', 'binary', 'cut_line'] as const).flatMap((why) => {
    const paths = leftOut.filter((each) => each.why === why).map((each) => each.path);
    return paths.length ? [named(paths, `file is ${REASONS[why]}`, `files are ${REASONS[why]}`)] : [];
  });
}
