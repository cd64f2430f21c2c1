import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** How far a chain goes: the number and the hash of its last record. */
export interface ChainHead {
  readonly n: number;
  readonly hash: string;
}

const CHAIN = /^\d{1,6}$/;
const FILE = /^(\d{6})\.jsonl$/;
const HEAD = /^\{"n":(\d{1,15}),"hash":"([0-9a-f]{64})"\} *\n$/;
const HEAD_BYTES = 110;

/** The name of the file that says how far a chain goes. */
export const HEAD_FILE = 'head';

/** Returns the chains in the directory of an audit, in order. */
export function chainsIn(directory: string): string[] {
  const chains = namesIn(directory).filter((name) => CHAIN.test(name));
  return chains.sort((one, other) => Number(one) - Number(other));
}

/** Returns the numbers of a chain's files, in order. */
export function filesOf(chain: string): number[] {
  const numbers = namesIn(chain).flatMap((name) => {
    const number = FILE.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return numbers.sort((one, other) => one - other);
}

/** Returns the path of a file of a chain. */
export function fileOf(chain: string, number: number): string {
  return join(chain, `${String(number).padStart(6, '0')}.jsonl`);
}

/** Writes a head as text, always of the same length, so that it replaces the one before it. */
export function headText({ n, hash }: ChainHead): string {
  return `${JSON.stringify({ n, hash }).padEnd(HEAD_BYTES - 1)}\n`;
}

/** Reads a head; undefined if it is none, exactly as it was written. */
export function readHead(text: string): ChainHead | undefined {
  const [, n, hash] = HEAD.exec(text) ?? [];
  if (n === undefined || hash === undefined) return undefined;
  const head = { n: Number(n), hash };
  return headText(head) === text ? head : undefined;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
