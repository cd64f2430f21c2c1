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

function loaded(name: 'ioredis' | 'bullmq'): unknown {
  try {
    return lazyRequire(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new RedisMissingError(name, { cause: error });
  }
}
