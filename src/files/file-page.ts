import { join } from 'node:path';
import { estimateTokens, rememberCost } from '../tokens/estimate';
import type { WalkedEntry } from '../disk/walk-directory';
import type { PageNote } from '../base/page-note';
import { ToolResult } from '../tool-result';
import type { PassedDirectories } from './passed-over-directories';

/** How large a page may be, and where it begins. */
export interface PageRequest {
  readonly limit: number;
  /** The entry that the page begins after, if it isn't the first one. */
  readonly after?: string | undefined;
  /** The most tokens of the answer; undefined for no limit. */
  readonly budget?: number | undefined;
  /** What the walk passed over. */
  readonly passed: PassedDirectories;
}

/** One entry of a page: as a model reads it, and as data for code. */
export interface PageItem {
  readonly json: string;
  /** At most how many tokens it costs with the comma after it; measured if absent. */
  readonly tokens?: number;
  readonly value: unknown;
}

/** Tokens for the note at the end of a page. */
export const NOTE_TOKENS = 150;

/** Takes one page of entries from a walk; a note after the list says whether there are more and how to get them. */
export async function takePage(
  batches: AsyncIterable<readonly WalkedEntry[]>,
  { limit, after, budget, passed }: PageRequest,
  describe: (entry: WalkedEntry) => PageItem,
): Promise<ToolResult> {
  const shown: string[] = [];
  const values: unknown[] = [];
  const most = budget === undefined ? Infinity : budget - Math.min(NOTE_TOKENS, budget / 2);
  let room = most;
  let last = '';
  const page = (left: number, note: string): ToolResult => {
    const said = withText(note, passed);
    return noted(
      listOf(shown, most - left, budget === undefined ? 0 : budget - noteCost(said)),
      values,
      said,
    );
  };
  for await (const batch of batches) {
    for (const entry of batch) {
      const item = describe(entry);
      const cost = budget === undefined ? 0 : (item.tokens ?? estimateTokens(`${item.json},`));
      if (shown.length === limit || (cost > room && shown.length > 0)) {
        const note = `${shown.length} shown; there are more. Continue with after: ${JSON.stringify(last)}.`;
        return page(room, note).asPage({ ...continued(last), ...skippedIn(passed) });
      }
      room -= cost;
      shown.push(item.json);
      values.push(item.value);
      last = entry.path;
    }
  }
  if (after === undefined && !passed.text)
    return new ToolResult([{ type: 'text', text: listOf(shown, most - room, budget ?? 0) }], false, values);
  const end = `${shown.length} shown; these are ${after === undefined ? 'all' : 'the last ones'}.`;
  return page(room, end).asPage(skippedIn(passed));
}

// What an entry may cost more after another than by itself.
const BESIDE_ANOTHER = 0.1;

// It was measured entry by entry, so that it need not be measured again as a whole, if what was found is within what it may cost.
function listOf(shown: readonly string[], cost: number, most: number): string {
  const list = `[${shown.join(',')}]`;
  const tokens = Math.ceil(cost + shown.length * BESIDE_ANOTHER) + 1;
  if (tokens <= most) rememberCost(list, tokens);
  return list;
}

function withText(note: string, { text }: PassedDirectories): string {
  return text ? `${note}\n${text}` : note;
}

/** What code has to be told of the directories that a walk passed over. */
export function skippedIn({ text }: PassedDirectories): PageNote {
  return text ? { skipped: text } : {};
}

/** Returns what to put before an entry's path to join it with that of the directory, which is done once for all entries. */
export function joinedWith(directory: string): string {
  return join(directory, 'x').slice(0, -1);
}

/** Notes that a walk goes on after an entry; `left` is what remains of a limit that the caller gave. */
export function continued(after: string, left?: number): PageNote {
  const next = left === undefined ? { after } : { after, limit: left };
  return { missing: 'there are more', next, ...(left === undefined && { bound: 'limit' }) };
}

/** Makes a result of a page and a note at its end; in code mode its value is the data alone. */
export function noted(text: string, value: unknown, note: string): ToolResult {
  const blocks = [text, inBrackets(note)].map((part) => ({ type: 'text' as const, text: part }));
  return new ToolResult(blocks, false, value);
}

function inBrackets(note: string): string {
  return `[${note}]`;
}

function noteCost(note: string): number {
  return estimateTokens(inBrackets(note));
}
