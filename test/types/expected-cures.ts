import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a file, and what the compiler says of the class on it. */
export interface Cure {
  readonly line: number;
  readonly cure: string;
}

/** The text of right-run.ts, which must compile. */
export const RIGHT_RUN = readFileSync(join(__dirname, 'right-run.ts'), 'utf8');

/** The text of wrong-run.ts: above each class that must not compile stands what the compiler has to say. */
export const WRONG_RUN = readFileSync(join(__dirname, 'wrong-run.ts'), 'utf8');

/** What must be said of it, in order. */
export function expectedCures(): Cure[] {
  return WRONG_RUN.split('\n').flatMap((text, index) => {
    const cure = /^\/\/ wrong: (.+)$/.exec(text)?.[1];
    return cure === undefined ? [] : [{ line: index + 2, cure }];
  });
}

/** The cures in a compiler's messages. */
export function curesIn(errors: readonly { line: number; message: string }[]): Cure[] {
  return errors.map(({ line, message }) => ({
    line,
    cure: /parameter of type '"([^]*?)"'/.exec(message)?.[1] ?? message,
  }));
}
