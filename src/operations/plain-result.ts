import type { ForCode } from '../calls/plain-outcome';
import type { WireResult } from '../outcome';

/**
 * Returns a result as it is kept of an operation: a copy of its own, so that nothing its tool does later changes it. Throws for content
 * that nobody could be shown: whoever asks for the results of several operations would get none of them.
 */
export function plainResult(wire: WireResult): WireResult {
  const plain = asPlain(wire);
  const content: unknown = plain.content;
  if (!Array.isArray(content)) throw new TypeError('content is not a list of blocks');
  const odd = content.findIndex((block) => !isBlock(block));
  if (odd >= 0) throw new TypeError(`content[${odd}] is not a content block`);
  return plain;
}

/** Returns what code gets of a result, as it is kept of an operation. */
export function plainForCode(forCode: ForCode): ForCode {
  return asPlain(forCode);
}

function asPlain<T extends object>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

function isBlock(block: unknown): boolean {
  if (typeof block !== 'object' || block === null || !('type' in block)) return false;
  if (block.type === 'text') return 'text' in block && typeof block.text === 'string';
  return typeof block.type === 'string';
}
