import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** Thrown for an unknown encoding, or for bytes that are invalid in it. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/**
 * Returns a decoder for any label of the WHATWG encoding standard, and for a few of Python's. Latin-1 is what its name says, as in
 * Python, and not windows-1252, which the standard means by it and only some versions of Node take.
 */
export function decoder(encoding: string, how: 'strict' | 'lossy' = 'strict'): (bytes: Uint8Array) => string {
  const label = encoding.trim().toLowerCase().replace(/_/g, '-');
  const standard = ALIASES[label] ?? label;
  if (standard === 'utf-8') return (bytes) => utf8Text(bytes, how, encoding);
  if (LATIN_1.test(standard)) return latin1Text;
  const make = (): TextDecoder => new TextDecoder(standard, { fatal: how === 'strict' });
  let name: string;
  try {
    name = make().encoding;
  } catch {
    throw new EncodingError(
      `Unknown encoding: ${encoding} (use utf-8, utf-16le, latin1, windows-1252, shift_jis, …, or base64 for the raw bytes)`,
    );
  }
  return (bytes) => {
    try {
      return name === 'windows-1252' ? withSymbols(latin1Text(bytes)) : make().decode(bytes);
    } catch {
      throw undecodable(encoding);
    }
  };
}

/** Returns whether a line feed is the single byte 10 in this encoding. */
export function hasByteLines(encoding: string): boolean {
  return !/^utf.?16/i.test(encoding.trim());
}

// With its byte-order mark, and several times as fast as a decoder.
function utf8Text(bytes: Uint8Array, how: 'strict' | 'lossy', encoding: string): string {
  if (how === 'strict' && !isUtf8(bytes)) throw undecodable(encoding);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function latin1Text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function undecodable(encoding: string): EncodingError {
  return new EncodingError(`Cannot decode as ${encoding}: try another encoding, or base64 for the raw bytes`);
}

const LATIN_1 = /^(?:latin-?1|l1|iso-?8859-?1|iso-ir-100|cp819|ibm819|csisolatin1)$/;

const ALIASES: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  'utf-8-sig': 'utf-8',
  'us-ascii': 'ascii',
  cp1252: 'windows-1252',
};

// What windows-1252 has in place of the control characters of Latin-1; some versions of Node leave those.
const SYMBOLS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function withSymbols(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (control) => SYMBOLS[control.charCodeAt(0) - 0x80]!);
}
