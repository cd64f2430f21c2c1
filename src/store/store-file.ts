import { constants, promises as fs, type BigIntStats } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a file written in place must be unchanged before it counts as complete. */
const REST_MS = 25;
/** How long to wait for a writer that never pauses. */
const PATIENCE_MS = 2_000;
/** Far more than any real store. */
const MAX_BYTES = 8 * 1024 * 1024;

/** One version of a file: its text, and a stamp that identifies the version. */
export interface FileVersion {
  readonly text: string;
  /** Undefined if there is no file. */
  readonly stamp: string | undefined;
  readonly mode: number | undefined;
}

/** A version with the open file it was read from, to detect late writes. */
export interface HeldVersion extends FileVersion {
  readonly handle: fs.FileHandle | undefined;
}

/** Returns a stamp that identifies a version of a file without reading it; undefined if there is no file. */
export async function stampOf(file: string): Promise<string | undefined> {
  try {
    return stamp(await fs.stat(file, { bigint: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads a complete file, even while an editor writes it in place; the caller closes the handle. */
export async function readSettled(file: string): Promise<HeldVersion> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    let handle: fs.FileHandle;
    try {
      handle = await fs.open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return { text: '', stamp: undefined, mode: undefined, handle: undefined };
    }
    try {
      const before = await handle.stat({ bigint: true });
      if (!before.isFile()) throw new Error('is not a regular file');
      const text = await readAll(handle);
      const after = await handle.stat({ bigint: true });
      if (stamp(before) === stamp(after) && (isWhole(after) || Date.now() > deadline)) {
        return { text, stamp: stamp(after), mode: Number(after.mode) & 0o777, handle };
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
    await handle.close();
    await pause(REST_MS / 2);
  }
}

/** Sets a new file's modification time before its change time, which tells `readSettled` that it is complete. */
export async function markAsWhole(handle: fs.FileHandle): Promise<void> {
  const now = Date.now() / 1000;
  await handle.utimes(now, now - 0.001);
}

/** Returns what was written to a replaced file after it was read, by a program that still had it open. */
export async function lateText(held: HeldVersion): Promise<string | undefined> {
  if (!held.handle) return undefined;
  let now = await held.handle.stat({ bigint: true });
  if (writeStamp(now) === held.stamp?.split(' ')[0]) return undefined;
  for (const deadline = Date.now() + PATIENCE_MS; !rested(now) && Date.now() < deadline;) {
    await pause(REST_MS / 2);
    now = await held.handle.stat({ bigint: true });
  }
  return readAll(held.handle);
}

// Our own writes have a modification time before the change time, and a rename leaves a complete file; only a file
// whose last change was a write in place can be incomplete.
function isWhole(stats: BigIntStats): boolean {
  return stats.mtimeNs !== stats.ctimeNs || rested(stats);
}

function rested(stats: BigIntStats): boolean {
  const age = Date.now() - Number(stats.mtimeNs / 1_000_000n);
  return age < 0 || age > REST_MS;
}

function writeStamp(stats: BigIntStats): string {
  return `${stats.dev}:${stats.ino}:${stats.size}:${stats.mtimeNs}`;
}

function stamp(stats: BigIntStats): string {
  return `${writeStamp(stats)} ${stats.ctimeNs}`;
}

async function readAll(handle: fs.FileHandle): Promise<string> {
  const chunks: Buffer[] = [];
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const { bytesRead } = await handle.read(chunk, 0, chunk.length, position);
    if (bytesRead === 0) return Buffer.concat(chunks).toString('utf8');
    chunks.push(chunk.subarray(0, bytesRead));
    position += bytesRead;
    if (position > MAX_BYTES) throw new Error(`is larger than ${MAX_BYTES} bytes`);
  }
}
