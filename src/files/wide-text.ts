/** The encodings with two bytes for a character. */
export type WideEncoding = 'utf-16le' | 'utf-16be';

const SAMPLE = 1_024;

/** Detects UTF-16 from a file's first bytes: by its byte-order mark, or since every other byte of Latin text is zero. */
export function wideEncodingOf(start: Uint8Array): WideEncoding | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const length = Math.min(start.length, SAMPLE) & ~1;
  if (length < 4) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (start[at] === 0) even++;
    if (start[at + 1] === 0) odd++;
  }
  const units = length / 2;
  if (odd > units * 0.7 && even === 0) return 'utf-16le';
  return even > units * 0.7 && odd === 0 ? 'utf-16be' : undefined;
}
