import { isMistake } from '../../app/app-mistakes';
import type { OwnOptions } from '../../config';
import { UsageError } from '../command';
import type { Flag } from './call-flag';
import { findFlag } from './parse-call-flags';
import { splitWords, type CallWords } from './split-call-words';

/** Refuses an option after the name of a tool or a prompt that has an argument of the same name. */
export function refuseUnclear({ after, name }: CallWords, flags: readonly Flag[]): void {
  const both = after.find((option) => findFlag(option, flags));
  if (both === undefined) return;
  throw new UsageError(
    `--${both} is an option of this command and an argument of ${name}: ` +
      `write the option before '${name}', and the argument after '--'`,
  );
}

/** Returns the flags that have to stand after `--`, since options of the command have the same names. */
export function flagsAfterDashes(flags: readonly Flag[], known: OwnOptions): ReadonlySet<Flag> {
  const found = [...Object.keys(known), 'help'].flatMap((name) => findFlag(name, flags)?.flag ?? []);
  return new Set(found);
}

// What decides which server is spoken to: the arguments of its tools can't be known before.
const DECIDING = {
  app: { type: 'string' },
  config: { type: 'string' },
  server: { type: 'string' },
  url: { type: 'string' },
} as const satisfies OwnOptions;

/**
 * Does what comes before the arguments of a tool are known. If that fails over an option after the tool's name, it is said
 * that the word was taken for an option of the command.
 */
export async function namingTakenOptions<T>(args: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken = splitWords(args, DECIDING).after.filter((name) => name !== 'app');
    if (isMistake(error) && taken.length)
      error.message +=
        `${/[.!?]$/.test(error.message) ? '' : '.'} --${taken.join(' and --')} after the name is an option of this command; ` +
        `an argument goes after '--': -- --${taken[0]} VALUE`;
    throw error;
  }
}
