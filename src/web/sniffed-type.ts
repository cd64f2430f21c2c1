import { TextDecoder } from 'node:util';

const SNIFFED_BYTES = 4_096;

/** Returns the type of a response without one: HTML and JSON by how they begin, text if it is valid UTF-8 without NUL. */
export function sniffedType(body: Uint8Array): string {
  const start = body.subarray(0, SNIFFED_BYTES);
  if (start.includes(0)) return 'application/octet-stream';
  try {
    // The last character may be incomplete.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true }).trimStart();
    if (/^<(?:!doctype html|html)\b/i.test(text)) return 'text/html';
    return /^[[{]/.test(text) ? 'application/json' : 'text/plain';
  } catch {
    return 'application/octet-stream';
  }
}
