/** What a flag may hold. */
export type FlagValue =
  boolean | string | readonly string[] | Readonly<Record<string, string | readonly string[]>>;

/** The longest name of a flag or a project. */
export const MAX_NAME = 50;

const FLAG_NAME = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** Flags with a meaning of their own, and the words they take. */
const KNOWN: Readonly<Record<string, readonly string[]>> = Object.freeze({
  'content-format': ['none', 'plain', 'mime'],
});

/** The name as it is kept: composed and decomposed letters are the same name. */
export function normalName(name: string): string {
  return name.normalize('NFC');
}

/** What is wrong with a flag's name; undefined when nothing is. */
export function nameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if ([...name].length > MAX_NAME) return `must have at most ${MAX_NAME} characters`;
  if (name.includes('.')) return "must not hold a '.', which is kept for reaching into values";
  if (!FLAG_NAME.test(name)) return 'may hold letters, digits, _ and - only';
  return undefined;
}

/** What is wrong with a flag's value; undefined when nothing is. */
export function valueProblem(name: string, value: unknown): string | undefined {
  const words = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (words && !words.includes(value as string)) return `must be one of ${words.join(', ')}`;
  if (isFlagValue(value)) return undefined;
  return 'must be true, false, a string, a list of strings, or an object of strings (or lists of strings)';
}

/** Whether a value is one that a flag may hold. */
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
