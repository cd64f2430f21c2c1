import { isMistake } from '../../app/app-mistakes';
import type { OwnOptions } from '../../config';
import { namedOption } from '../../config/named-option';
import type { Peer } from '../../client/peer';
import { UsageError, type Io } from '../command';
import { openPeer } from '../open-peer';
import type { Flag } from './call-flag';
import { findFlag } from './find-flag';
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

/** A command line that may fail before the arguments of its tool or prompt are known. */
export interface UnclearCall {
  readonly args: readonly string[];
  readonly io: Io;
  /** The options of the command besides those that it takes of its app. */
  readonly own?: OwnOptions;
  /** Returns the arguments of the tool or prompt with a name. */
  flagsIn(peer: Peer, name: string): Promise<readonly Flag[]>;
}

/**
 * Does what comes before the arguments of a tool are known. If that fails, and an option after the tool's name could have been
 * meant as an argument, since the tool has one of that name, it is said that it was taken for an option of the command.
 */
export async function namingTakenOptions<T>(
  call: UnclearCall,
  work: () => Promise<T>,
  known: OwnOptions = DECIDING,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isMistake(error)) throw error;
    const taken = await takenArguments(call, known);
    if (taken.length)
      error.message +=
        `${/[.!?]$/.test(error.message) ? '' : '.'} --${taken.join(' and --')} after the name is an option of this command; ` +
        `an argument goes after '--': -- --${taken[0]} VALUE`;
    throw error;
  }
}

// The server is asked that would be meant without the options after the name.
async function takenArguments({ args, io, own, flagsIn }: UnclearCall, known: OwnOptions): Promise<string[]> {
  const { name, before, after } = splitWords(args, known);
  const options = after.filter((option) => option !== 'app');
  if (name === undefined || !options.length) return [];
  const app = namedOption(args, 'app');
  try {
    const isAfter = app !== undefined && namedOption(before, 'app') === undefined;
    const words = isAfter ? [...before, '--app', app] : before;
    const { peer } = await openPeer(words, { ...io, stderr: () => undefined }, own);
    try {
      const flags = await flagsIn(peer, name);
      return options.filter((option) => findFlag(option, flags));
    } finally {
      await peer.close();
    }
  } catch {
    return [];
  }
}
