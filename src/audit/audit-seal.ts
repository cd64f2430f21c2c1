import { crypto } from '../base/crypto';

/** What stands before the first record of a chain. */
export const FIRST_HASH = '0'.repeat(64);

/** Computes the hash of a record from the one before it and its own text; with a key only who has it can do so. */
export type Seal = (before: string, text: string | Buffer) => string;

/** Returns the seal of an audit. */
export function sealWith(key: string | undefined): Seal {
  const { createHash, createHmac } = crypto();
  if (key === undefined)
    return (before, text) => createHash('sha256').update(before).update(text).digest('hex');
  return (before, text) => createHmac('sha256', key).update(before).update(text).digest('hex');
}

const TAIL = /^,"hash":"([0-9a-f]{64})"\}$/;
const TAIL_BYTES = ',"hash":"'.length + 64 + '"}'.length;

/** Returns the line of a record: its JSON with the hash as last member. */
export function sealedLine(seal: Seal, before: string, record: object): { line: string; hash: string } {
  const text = JSON.stringify(record).slice(0, -1);
  const hash = seal(before, text);
  return { line: `${text},"hash":"${hash}"}\n`, hash };
}

/** Takes a line, without its end, apart; undefined if it is no sealed record. */
export function openedLine(line: Buffer): { text: Buffer; hash: string } | undefined {
  const cut = line.length - TAIL_BYTES;
  const hash = cut > 0 ? TAIL.exec(line.subarray(cut).toString('latin1'))?.[1] : undefined;
  return hash === undefined ? undefined : { text: line.subarray(0, cut), hash };
}
