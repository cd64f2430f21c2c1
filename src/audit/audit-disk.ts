import { closeSync, constants, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Opens a file of an audit: not for appending, so that a write that failed half way is overwritten, and a head by the next. */
export function openForWriting(path: string): number {
  return openRegular(path, constants.O_RDWR | constants.O_CREAT);
}

/** Reads a file of an audit. */
export function readAuditFile(path: string): Buffer {
  const fd = openRegular(path, constants.O_RDONLY);
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

// A link may lead anywhere, and a pipe may never end.
function openRegular(path: string, flags: number): number {
  const fd = openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error(`${path} is not a regular file`);
}

/** Writes all bytes at a position. */
export function writeWhole(fd: number, bytes: Buffer, position: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at, position + at);
}

/** Flushes the entries of a directory, so that a file that was just made survives a loss of power; Windows can't, and needn't. */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
