import { ConfigError } from '../../config';
import { AppUsageError, UsageError, type AppUse, type Io } from '../command';
import { sayingIfStale } from './stale-app';
import { takeProjectApp } from './take-project-app';
import { isOfConfigFile } from './wrong-config-file';

/**
 * Runs what a command does with the app of its words or of its project. Which app that is, and that its build is old, is said
 * before anything else, failures included; a wrong command line is answered in one line. A configuration that only the
 * app itself could judge is not judged.
 */
export async function withProjectApp<T>(
  args: readonly string[],
  io: Io,
  use: AppUse,
  run: (args: string[], io: Io) => Promise<T>,
): Promise<T> {
  const taken = await takeProjectApp(args, io, use);
  const to = await sayingIfStale(taken.args, taken.io);
  try {
    return await run(taken.args, to);
  } catch (error) {
    if (taken.instead && isOfConfigFile(error)) throw taken.instead;
    if (!isWrongCommandLine(error)) to.stderr('');
    throw error;
  }
}

// What is wrong with the words themselves is wrong whichever app they are for.
function isWrongCommandLine(error: unknown): boolean {
  if (error instanceof UsageError) return !(error instanceof AppUsageError);
  return error instanceof ConfigError && error.problems.every(({ origin }) => origin.source === 'option');
}
