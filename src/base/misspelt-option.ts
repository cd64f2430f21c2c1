import { nearestNames } from './names';

/**
 * Returns the first option that is none but nearly the name of one that is missing, and which is meant. Plain JavaScript has no
 * compiler that refuses it; what resembles nothing is the author's own business.
 */
export function misspeltOption(
  options: object,
  known: Readonly<Record<string, true>>,
): { readonly written: string; readonly meant: string } | undefined {
  const missing = Object.keys(known).filter((name) => !Object.hasOwn(options, name));
  for (const [written, value] of Object.entries(options)) {
    if (value === undefined || Object.hasOwn(known, written)) continue;
    const [meant] = nearestNames(written, missing, 1);
    if (meant !== undefined) return { written, meant };
  }
  return undefined;
}
