import { lazyRequire } from '../base/lazy-require';
import { RedisMissingError } from './redis-error';

/** Loads the client of Redis; throws an error that says what to install if it is missing. */
export function loadIoredis(): typeof import('ioredis') {
  return loaded('ioredis') as typeof import('ioredis');
}

/** Loads the queue; throws an error that says what to install if it is missing. */
export function loadBullmq(): typeof import('bullmq') {
  return loaded('bullmq') as typeof import('bullmq');
}

/** Throws an error that says what to install if one of the two is missing, without loading them. */
export function refuseMissing(): void {
  for (const [name, find] of Object.entries(FOUND)) orMissing(name, find);
}

// Written out, so that a bundler sees each of them.
const FOUND = { ioredis: () => require.resolve('ioredis'), bullmq: () => require.resolve('bullmq') };

function loaded(name: 'ioredis' | 'bullmq'): unknown {
  return orMissing(name, () => lazyRequire(name));
}

function orMissing<T>(name: string, find: () => T): T {
  try {
    return find();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new RedisMissingError(name, { cause: error });
  }
}
