import { isObject } from '../base/json-value';
import { argNotesOf, type ArgsClass } from '../metadata';
import { settingNamesOf } from './setting';
import { entryOf, sectionOf } from './known-settings';

/**
 * Returns a copy of a file's values in their long form: shorthands expanded, case normalised where it does not matter,
 * empty sections omitted. Invalid values are kept for the check to reject.
 */
export function normalise(cls: ArgsClass, value: unknown): unknown {
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const note of argNotesOf(cls)) {
    const { key, wireName } = note;
    if (!Object.hasOwn(copy, wireName)) continue;
    const names = settingNamesOf(cls, key);
    const given = copy[wireName];
    const section = sectionOf(note);
    const entry = entryOf(note);
    if (given === null && (section || note.stated.values)) delete copy[wireName];
    else if (section) copy[wireName] = normalise(section, spelledOut(given, names.shorthand));
    else if (entry) copy[wireName] = normaliseEntries(entry, given);
    else if (names.caseless && typeof given === 'string') copy[wireName] = given.toLowerCase();
  }
  return copy;
}

function spelledOut(given: unknown, shorthand: string | undefined): unknown {
  if (shorthand === undefined || typeof given === 'object') return given;
  return { [shorthand]: typeof given === 'number' ? String(given) : given };
}

/** The same for a map with free keys, each entry of one class. */
export function normaliseEntries(entry: ArgsClass, given: unknown): unknown {
  if (!isObject(given)) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, normalise(entry, value ?? {})]),
  );
}
