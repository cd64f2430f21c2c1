// What is read at a glance; the seed repeats the rest.
const LONGEST_TEXT = 100;
const LONGEST_KEPT = 40;
const MOST_ITEMS = 10;
const MOST_KEPT = 5;
const LONGEST_WHOLE = 2_000;

/** Writes the arguments of a call for a message that somebody reads: of a long text or list its beginning, and how long it is. */
export function fuzzedArguments(args: object): string {
  return cut(
    JSON.stringify(args, (_, value: unknown) => shortened(value)),
    LONGEST_WHOLE,
    LONGEST_WHOLE,
  );
}

/** Shortens the long texts in a message that quotes its arguments: whatever has no end in sight. */
export function shownMessage(message: string): string {
  const words = message.replace(/\S{101,}/g, (word) => cut(word, LONGEST_TEXT, LONGEST_KEPT));
  return cut(words, LONGEST_WHOLE, LONGEST_WHOLE);
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, LONGEST_TEXT, LONGEST_KEPT);
  if (!Array.isArray(value) || value.length <= MOST_ITEMS) return value;
  return [...(value.slice(0, MOST_KEPT) as unknown[]), `… (${value.length} items)`];
}

function cut(text: string, longest: number, kept: number): string {
  return text.length > longest ? `${text.slice(0, kept)}… (${text.length} characters)` : text;
}
