/** The value of a flag. */
export type FlagValue =
  boolean | string | readonly string[] | Readonly<Record<string, string | readonly string[]>>;

/** Maximum length of a flag or project name. */
export const MAX_NAME = 50;

const FLAG_NAME = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** Built-in flags and their allowed values. */
const KNOWN: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'content-format': ['none', 'plain', 'mime'],
});

/** Normalises a name, so that composed and decomposed letters are the same. */
export function normalName(name: string): string {
  return name.normalize('NFC');
}

/** Returns the problem with a flag's name, if any. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if ([...name].length > MAX_NAME) return `must have at most ${MAX_NAME} characters`;
  if (name.includes('.')) return "must not contain '.', which is reserved for accessing parts of a value";
  if (!FLAG_NAME.test(name)) return 'may contain only letters, digits, _ and -';
  return undefined;
}

/** Returns the problem with a flag's value, if any. */
export function valueProblem(name: string, value: unknown): string | undefined {
  const words = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (words && !words.includes(value as string)) return `must be one of ${words.join(', ')}`;
  if (isFlagValue(value)) return undefined;
  return 'must be true, false, a string, a list of strings, or an object of strings (or lists of strings)';
}

/** Returns whether a value is valid for a flag. */
export function isFlagValue(value: unknown): value is FlagValue {
  if (typeof value === 'boolean' || typeof value === 'string') return true;
  if (Array.isArray(value)) return isStrings(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).every(
    (item) => typeof item === 'string' || (Array.isArray(item) && isStrings(item)),
  );
}

function isStrings(values: readonly unknown[]): values is readonly string[] {
  return values.every((item) => typeof item === 'string');
}
