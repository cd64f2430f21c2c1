import { crypto } from './crypto';

/**
 * Returns a word that nobody can guess, of letters and digits alone: a dash at its beginning would be taken for an option of a
 * command, and one at its end is left out when people select it.
 */
export function randomWord(bytes: number): string {
  return withoutSigns(crypto().randomBytes(bytes));
}

/** Returns bytes as letters and digits; the two signs of base64url become letters, which costs a word less than two bits in a hundred. */
export function withoutSigns(bytes: Buffer): string {
  return bytes.toString('base64url').replaceAll('-', 'x').replaceAll('_', 'y');
}
