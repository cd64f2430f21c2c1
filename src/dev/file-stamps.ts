import { statSync } from 'node:fs';

/** What tells one state of a file or a directory from another without reading it; null if it isn't there. */
export type Stamp = readonly [changedMs: number, size: number, ino: number] | null;

/** Files and directories with what they looked like before they were read; plain data, for another process. */
export type Stamps = readonly (readonly [path: string, stamp: Stamp])[];

// Clocks of file systems are coarse: what was written this short a time ago may be written again without a trace in its stamp.
const RECENT_MS = 10;
const NEVER_AGAIN = -1;

/** Returns what a file or a directory looks like, such that whatever is written to it later can be seen. */
export function fileStamp(path: string): Stamp {
  const now = seen(path);
  if (!now) return null;
  const age = Date.now() - now[0];
  return age >= 0 && age < RECENT_MS ? [NEVER_AGAIN, now[1], now[2]] : now;
}

/** Returns those of some files and directories that have changed since they were stamped. */
export function changedSince(stamps: Stamps): string[] {
  return stamps.flatMap((stamped) => (isAsStamped(stamped) ? [] : [stamped[0]]));
}

/** Returns whether anything has changed since it was stamped. */
export function hasChanged(stamps: Stamps): boolean {
  return !stamps.every(isAsStamped);
}

function isAsStamped([path, stamp]: Stamps[number]): boolean {
  const now = seen(path);
  if (!now || !stamp) return now === stamp;
  return now[0] === stamp[0] && now[1] === stamp[1] && now[2] === stamp[2];
}

// Not the time of the content: that of a file that is moved to the place of another may be any.
function seen(path: string): Stamp {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? [stats.ctimeMs, stats.size, stats.ino] : null;
  } catch {
    return null;
  }
}
