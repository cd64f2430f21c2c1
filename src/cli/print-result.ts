import type { WireResult } from '../outcome';
import { printable } from './ask-in-terminal';
import type { Io } from './command';

/** Prints the result of a call: its texts, or with `json` everything as one line of JSON. */
export function printResult(result: WireResult, io: Io, { json = false } = {}): void {
  if (json) return io.stdout(`${JSON.stringify(result)}\n`);
  for (const block of result.content) {
    const text = block.type === 'text' ? block.text : JSON.stringify(block);
    io.stdout(`${io.terminal ? printable(readable(text)) : text}\n`);
  }
}

// A person reads indented JSON more easily.
function readable(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
