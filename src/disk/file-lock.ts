import { setTimeout as pause } from 'node:timers/promises';

/** A lock that has not been refreshed for this long is stale. */
const STALE_MS = 5_000;

/** Thrown if a lock is not released in time. */
export class FileLockedError extends Error {
  constructor(
    readonly file: string,
    waitMs: number,
  ) {
    super(
      `has been locked by another process for more than ${Math.round(waitMs / 1000)} seconds; nothing was changed`,
    );
    this.name = 'FileLockedError';
  }
}

/** Runs work while holding a file's lock; waits at most `waitMs` for it. */
export async function withFileLock<T>(
  file: string,
  waitMs: number,
  work: (stillHeld: () => boolean) => Promise<T>,
): Promise<T> {
  let held = true;
  const release = await acquire(file, waitMs, () => (held = false));
  try {
    return await work(() => held);
  } finally {
    await release().catch(() => undefined);
  }
}

async function acquire(file: string, waitMs: number, lost: () => void): Promise<() => Promise<void>> {
  const { lock } = await import('proper-lockfile');
  const deadline = Date.now() + waitMs;
  for (let round = 0; ; round++) {
    try {
      return await lock(file, { realpath: false, stale: STALE_MS, update: 1_000, onCompromised: lost });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
      if (Date.now() > deadline) throw new FileLockedError(file, waitMs);
    }
    await pause(2 + Math.random() * Math.min(4 * (round + 1), 40));
  }
}
