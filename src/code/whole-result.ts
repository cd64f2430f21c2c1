import { outcomeValue } from '../calls/render';
import type { CallOutcome } from '../outcome';
import type { PageNote } from '../base/page-note';
import { ToolResult } from '../tool-result';

type Args = Readonly<Record<string, unknown>>;

/** Everything a call returns, or the outcome of a page that failed, or why the value would be incomplete. */
export type Whole =
  { value: unknown } | { failed: CallOutcome } | { incomplete: string; data: Record<string, unknown> };

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
  let asked: Record<string, unknown> = { ...args };
  let characters = 0;
  let note: PageNote | undefined;
  for (;;) {
    if (!limits.mayCall()) return exhausted(name, note, pages);
    const outcome = await call(asked);
    if (outcome.isError) return { failed: outcome };
    const value = outcomeValue(outcome);
    note = outcome.result instanceof ToolResult ? outcome.result.page : undefined;
    pages.push(value);
    characters += sizeOf(value);
    if (!note || (note.bound !== undefined && Object.hasOwn(args, note.bound)))
      return { value: joined(pages) };
    const stuck = obstacle(note, asked, pages, characters > limits.characters);
    if (stuck !== undefined) return incomplete(name, note, pages, stuck);
    asked = { ...asked, ...note.next };
  }
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

function joined(pages: unknown[]): unknown {
  if (pages.length === 1) return pages[0];
  return typeof pages[0] === 'string' ? pages.join('') : pages.flat(1);
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
}
