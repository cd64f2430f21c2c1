import { outcomeValue } from '../calls/render';
import type { CallOutcome } from '../outcome';
import type { PageNote } from '../base/page-note';

type Args = Readonly<Record<string, unknown>>;

/** Everything a call returns, or the outcome of a page that failed, or why the value would be incomplete. */
export type Whole = (
  { value: unknown } | { failed: CallOutcome } | { incomplete: string; data: Record<string, unknown> }
) & { remarks?: readonly string[] };

/** What the pages of one result may take. */
export interface ReadLimits {
  readonly characters: number;
  /** Counts one more call; returns whether it is allowed. */
  mayCall(): boolean;
}

const MOST_PAGES = 1_000;

/** Calls a tool and reads its pages to the end, so that code never takes a page for the whole. */
export async function wholeResult(
  name: string,
  args: Args,
  call: (args: Record<string, unknown>) => Promise<CallOutcome>,
  limits: ReadLimits,
): Promise<Whole> {
  const pages: unknown[] = [];
  const skipped = new Set<string>();
  const remarks = new Set<string>();
  let asked: Record<string, unknown> = { ...args };
  let characters = 0;
  let note: PageNote | undefined;
  let bound: string | undefined;
  for (;;) {
    if (!limits.mayCall()) return exhausted(name, note, pages);
    const outcome = await call(asked);
    if (outcome.isError) return { failed: outcome };
    const value = outcomeValue(outcome);
    note = outcome.result.page;
    pages.push(value);
    characters += sizeOf(value);
    bound = note?.bound ?? bound;
    if (note?.skipped !== undefined) skipped.add(note.skipped);
    if (note?.remark !== undefined) remarks.add(note.remark);
    if (note?.missing === undefined || hasWhatWasAsked(note, args, pages))
      return {
        ...ended(name, joined(pages, bound === undefined ? undefined : args[bound]), skipped),
        remarks: [...remarks],
      };
    const stuck = obstacle(note, asked, pages, characters > limits.characters);
    if (stuck !== undefined) return incomplete(name, note, pages, stuck);
    asked = { ...asked, ...note.next };
  }
}

// Who bounds a page asked for a part; a list may still be shorter, because the tool's own limit is lower.
function hasWhatWasAsked({ bound, next }: PageNote, args: Args, pages: unknown[]): boolean {
  if (bound === undefined || !Object.hasOwn(args, bound)) return false;
  const most = args[bound];
  return !next || typeof most !== 'number' || !Array.isArray(pages[0]) || pages.flat(1).length >= most;
}

// What no page returns makes the value incomplete, whatever part was asked for.
function ended(name: string, value: unknown, skipped: ReadonlySet<string>): Whole {
  if (!skipped.size) return { value };
  return {
    incomplete: `${name}: the result is incomplete. ${[...skipped].join(' ')} What there is, is in error.data.partial.`,
    data: { error_type: 'incomplete', partial: value },
  };
}

// Why reading on is not possible or not wise.
function obstacle(note: PageNote, asked: Args, pages: unknown[], tooLarge: boolean): string | undefined {
  if (!note.next) return note.bound ? `Give ${note.bound} to take a part.` : 'Ask for less at once.';
  const goOn = `Process it in parts: go on with ${JSON.stringify(note.next)}${note.bound ? ` and ${note.bound}` : ''}.`;
  const mergeable = typeof pages[0] === 'string' || Array.isArray(pages[0]);
  const moved = Object.entries(note.next).some(([key, value]) => asked[key] !== value);
  return !mergeable || !moved || tooLarge || pages.length >= MOST_PAGES ? goOn : undefined;
}

// Pages count as calls, so that one call of the code cannot become many of the host.
function exhausted(name: string, note: PageNote | undefined, pages: unknown[]): Whole {
  const advice = 'This run has made all its calls; split the work.';
  return note
    ? incomplete(name, note, pages, advice)
    : { incomplete: `${name}: ${advice}`, data: { error_type: 'incomplete' } };
}

function incomplete(name: string, note: PageNote, pages: unknown[], advice: string): Whole {
  const after = pages.length > 1 ? ` after ${pages.length} pages` : '';
  return {
    incomplete: `${name}: the result is incomplete${after}: ${note.missing}. ${advice}`,
    data: {
      error_type: 'incomplete',
      ...(note.next && { next: note.next }),
      ...(pages.length === 1 && { partial: pages[0] }),
    },
  };
}

function joined(pages: unknown[], most: unknown): unknown {
  if (pages.length === 1) return pages[0];
  if (typeof pages[0] === 'string') return pages.join('');
  return pages.flat(1).slice(0, typeof most === 'number' ? most : undefined);
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
}
