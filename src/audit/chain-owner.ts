import { linkSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { crypto } from '../base/crypto';
import { readAuditFile } from './audit-disk';

// Between making a file and writing to it lie microseconds; whoever takes longer has ended meanwhile.
const STALE_MS = 5_000;
const FREE = 'free';
const PRIVATE = { mode: 0o600 } as const;

/** Writes that this process owns a chain; returns false if the file is there already. */
export function createOwner(file: string): boolean {
  const text = ownerText(process.pid);
  // Linked when it is written, nobody ever reads half of it.
  const written = `${file}.${crypto().randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(written, text, PRIVATE);
    return isMade(
      () => linkSync(written, file),
      () => createUnlinked(file, text),
    );
  } finally {
    rmSync(written, { force: true });
  }
}

/** Marks a chain as free, unless another process has taken it since. */
export function releaseOwner(file: string): void {
  try {
    truncateSync(file);
    writeFileSync(file, FREE, { flag: 'r+' });
  } catch {
    // Taken, or removed with the whole audit.
  }
}

/** Returns whether a process that runs owns a chain. One on another machine can't be asked, so what it claimed stays its own. */
export function isOwned(file: string): boolean {
  let text: string;
  try {
    text = readAuditFile(file).toString('utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  if (text === FREE) return false;
  if (text === '') return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < STALE_MS;
  const [host, pid] = text.split(' ');
  if (host !== hostname()) return true;
  return isRunning(Number(pid)) && text === ownerText(Number(pid));
}

// On file systems without links.
function createUnlinked(file: string, text: string): boolean {
  return isMade(() => writeFileSync(file, text, { ...PRIVATE, flag: 'wx' }));
}

function isMade(make: () => void, otherwise?: () => boolean): boolean {
  try {
    make();
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (otherwise && ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'].includes(code ?? ''))
      return otherwise();
    throw error;
  }
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
