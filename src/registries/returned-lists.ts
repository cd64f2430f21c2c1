import { sendable, wrongIn } from './returned-shape';
import type { ResourceEntry } from './resource-shapes';
import { COMPLETIONS, ENTRIES } from './wire-shapes';

/** Returns the completions that a prompt or a resource returned; anything but a list of strings is its author's mistake. */
export function toCompletions(value: unknown, className: string): readonly string[] {
  if (value === undefined || value === null) return [];
  const returned = { place: `${className}.complete`, cure: 'Return a list of strings.' };
  return sendable(value, returned, (sent) => wrongIn(sent, COMPLETIONS, ''));
}

/** Returns the resources that a template listed; anything else is its author's mistake. */
export function toEntries(value: unknown, className: string): readonly ResourceEntry[] {
  const cure = "Return a list of resources such as `{ uri: 'note://a', name: 'a' }`.";
  const returned = { place: `${className}.list`, cure };
  return sendable(value, returned, (sent) => wrongIn(sent, ENTRIES, ''));
}
