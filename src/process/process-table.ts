import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { MARKER } from './process-marker';

/** More processes and threads than a system starts in a millisecond. */
const MOST_STARTED_IN_MS = 200;

/** Returns the numbers of all processes but this one; none where `/proc` doesn't show them. */
export function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  } catch {
    return [];
  }
}

/** Returns the number of the process or thread that the system started last; 0 where it doesn't say. */
export function newestProcess(): number {
  return Number(textOf('/proc/loadavg').trim().split(' ').at(-1));
}

/**
 * Tells whether the numbers of all processes started after one are higher: the newest is, and there are too many numbers for
 * the system to have gone through all of them since.
 */
export function countsUp(pid: number, newest: number, elapsedMs: number): boolean {
  return newest >= pid && Number(textOf('/proc/sys/kernel/pid_max')) > elapsedMs * MOST_STARTED_IN_MS;
}

/** Returns those that have a marker in their environment. Only Linux exposes it; elsewhere only a group is ended. */
export function findMarked(marker: string, among = allProcesses()): number[] {
  const wanted = `${MARKER}=${marker}`;
  return among.filter((pid) => textOf(`/proc/${pid}/environ`).includes(wanted));
}

/** Returns what an open file of a process is, as the system names it; empty if it can't be read. */
export function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

/** Tells whether a process has one of some streams open; undefined if the system doesn't say. */
export function holdsStream(pid: number, streams: readonly string[]): boolean | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => streams.includes(linkOf(`/proc/${pid}/fd/${name}`)));
  } catch {
    return undefined;
  }
}

/** Reads a file of `/proc`; empty if the process has ended, or is another user's. */
export function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
