import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { readAuditFile } from './audit-disk';
import { chainsIn } from './audit-files';

const OWNER = 'owner';
const TAKING = '.taking';
// To choose a chain takes milliseconds; whoever takes longer has ended meanwhile.
const STALE_MS = 5_000;
const LONGEST_WAIT_MS = 15_000;
const PRIVATE = 0o700;

/** A chain that this process alone writes. */
export interface ClaimedChain {
  readonly name: string;
  readonly path: string;
  release(): void;
}

/**
 * Claims the first chain that no running process writes, or begins a new one, so that any number of processes can share a
 * directory without waiting for each other.
 */
export function claimChain(directory: string): ClaimedChain {
  makeDirectory(directory, PRIVATE);
  return whileTaking(join(directory, TAKING), () => {
    const known = chainsIn(directory);
    const free = known.find((name) => !isOwned(join(directory, name, OWNER)));
    const name = free ?? String(Number(known.at(-1) ?? 0) + 1);
    const path = join(directory, name);
    makeDirectory(path, PRIVATE);
    const owner = join(path, OWNER);
    writeFileSync(owner, ownerText(process.pid), { mode: 0o600 });
    return { name, path, release: () => rmSync(owner, { force: true }) };
  });
}

function whileTaking<T>(lock: string, work: () => T): T {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      mkdirSync(lock, PRIVATE);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || Date.now() > deadline) throw error;
    }
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > STALE_MS) unlock(lock);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 + Math.random() * 10);
  }
  try {
    return work();
  } finally {
    unlock(lock);
  }
}

function unlock(lock: string): void {
  try {
    rmdirSync(lock);
  } catch {
    // Another process was faster.
  }
}

// A process on another machine can't be asked, so what it claimed stays its own.
function isOwned(file: string): boolean {
  let text: string;
  try {
    text = readAuditFile(file).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  // Of a process that could not write its name, or ended before it did.
  if (text === '') return false;
  const [host, pid] = text.split(' ');
  if (host !== hostname()) return true;
  return isRunning(Number(pid)) && text === ownerText(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// The time it began tells a process from a later one with the same number, where the system shows it.
function ownerText(pid: number): string {
  let began = '';
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    began = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // Not on this system.
  }
  return `${hostname()} ${pid} ${began}`;
}
