import { closeSync, fstatSync, ftruncateSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { crypto } from '../base/crypto';
import { isObject, parsedJson } from '../base/json-value';
import { openForWriting, readAuditFile } from './audit-disk';
import { fileOf, filesOf, HEAD_FILE, readHead, type ChainHead } from './audit-files';
import { FIRST_HASH, openedLine } from './audit-seal';

/** Where a chain goes on, and what was found amiss with its end. */
export interface ChainEnd extends ChainHead {
  /** The number of the last file; 0 if there is none. */
  readonly file: number;
  /** What a record begun before a crash left behind, and was cut off. */
  readonly torn?: { readonly bytes: number; readonly sha256: string };
  /** Why the chain is broken there. */
  readonly broken?: string;
}

const NOTHING: ChainHead = { n: 0, hash: FIRST_HASH };
const NEWLINE = 0x0a;
// Most records are shorter; for a longer one more is read.
const TAIL_BYTES = 65_536;

/** Finds the end of a chain that no process writes, and cuts off a record that a crash left unfinished. */
export function repairedEnd(chain: string): ChainEnd {
  const head = savedHead(chain);
  const files = filesOf(chain);
  let torn: ChainEnd['torn'];
  for (let file = files.pop(); file !== undefined; file = files.pop()) {
    const found = lastRecord(fileOf(chain, file));
    torn ??= found.torn;
    if (found.last) return { ...found.last, file, ...(torn && { torn }), ...brokenAt(head, found.last) };
    if (!found.empty)
      return { ...(head ?? NOTHING), file, ...(torn && { torn }), broken: 'its last record is not readable' };
    // Its first record was never finished.
    rmSync(fileOf(chain, file));
  }
  return { ...NOTHING, file: 0, ...(torn && { torn }), ...(head && brokenAt(head, NOTHING)) };
}

// A record is written before the head: after a crash the head may be one behind, never ahead.
function brokenAt(head: ChainHead | undefined, last: ChainHead): { broken?: string } {
  if (!head) return { broken: 'the head is missing or was changed' };
  if (head.n > last.n)
    return { broken: `the head knows record ${head.n}, but the last that is there is ${last.n}` };
  if (head.n === last.n && head.hash !== last.hash)
    return { broken: `record ${last.n} is not the one that the head knows` };
  return {};
}

function savedHead(chain: string): ChainHead | undefined {
  try {
    return readHead(readAuditFile(join(chain, HEAD_FILE)).toString('latin1'));
  } catch {
    return undefined;
  }
}

function lastRecord(path: string): { last?: ChainHead; empty: boolean; torn?: ChainEnd['torn'] } {
  const fd = openForWriting(path);
  try {
    const { tail, from } = tailOf(fd);
    const end = tail.lastIndexOf(NEWLINE) + 1;
    const left = tail.subarray(end);
    if (left.length) ftruncateSync(fd, from + end);
    const torn = left.length
      ? { bytes: left.length, sha256: crypto().createHash('sha256').update(left).digest('hex') }
      : undefined;
    const begin = end < 2 ? 0 : tail.lastIndexOf(NEWLINE, end - 2) + 1;
    const opened = openedLine(tail.subarray(begin, Math.max(begin, end - 1)));
    const record = opened && parsedJson(`${opened.text.toString('utf8')}}`);
    const n = isObject(record) ? record['n'] : undefined;
    return {
      empty: from + end === 0,
      ...(opened && typeof n === 'number' && { last: { n, hash: opened.hash } }),
      ...(torn && { torn }),
    };
  } finally {
    closeSync(fd);
  }
}

// The last whole record, whatever its length, with what comes after it.
function tailOf(fd: number): { tail: Buffer; from: number } {
  const { size } = fstatSync(fd);
  for (let length = TAIL_BYTES; ; length *= 4) {
    const from = Math.max(0, size - length);
    const tail = Buffer.alloc(size - from);
    for (let at = 0, read = 1; read > 0 && at < tail.length; at += read)
      read = readSync(fd, tail, at, tail.length - at, from + at);
    const end = tail.lastIndexOf(NEWLINE);
    if (from === 0 || (end > 0 && tail.lastIndexOf(NEWLINE, end - 1) >= 0)) return { tail, from };
  }
}
