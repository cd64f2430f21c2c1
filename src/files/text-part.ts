import type { FileHandle } from 'node:fs/promises';
import { pageEnd } from '../tokens/text-page';
import { decoder, hasByteLines } from './decode';
import { readPart } from './read-part';
import type { TextPart, TextRequest } from './text-request';
import { readWidePart } from './wide-part';

/** Reads whole lines of a text file, as many as fit; only a line that does not fit alone is cut, between characters. */
export async function readTextPart(handle: FileHandle, request: TextRequest): Promise<TextPart> {
  if (!hasByteLines(request.encoding)) return readWidePart(handle, request);
  const part = await readPart(handle, request);
  const decode = decoder(request.encoding);
  const whole = decode(part.bytes);
  const end = pageEnd(whole, 0, whole.length, request.tokens);
  const atEnd = part.complete || part.nextByte >= request.size;
  if (end >= whole.length) {
    const endsLine = whole.endsWith('\n') || whole === '';
    return { ...part, text: whole, complete: atEnd, nextLine: endsLine ? part.nextLine : undefined };
  }
  const text = whole.slice(0, end);
  const start = part.nextByte - part.bytes.length;
  return {
    text,
    complete: false,
    nextByte: start + bytesOf(text, part.bytes, decode, request.encoding),
    nextLine: text.endsWith('\n') ? request.startLine + text.split('\n').length - 1 : undefined,
    linesMet: part.linesMet,
  };
}

/** Returns how many of the bytes a part of their text takes. */
function bytesOf(
  text: string,
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => string,
  encoding: string,
): number {
  if (/^utf[-_]?8/i.test(encoding.trim())) return Buffer.byteLength(text);
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (decodedLength(bytes, middle, decode) <= text.length) low = middle;
    else high = middle - 1;
  }
  return wholeCharacters(bytes, low, decode);
}

const LONGEST_CHARACTER = 4;

function decodedLength(bytes: Uint8Array, count: number, decode: (bytes: Uint8Array) => string): number {
  return decode(bytes.subarray(0, wholeCharacters(bytes, count, decode))).length;
}

// A prefix that ends within a character can't be decoded.
function wholeCharacters(bytes: Uint8Array, count: number, decode: (bytes: Uint8Array) => string): number {
  for (let end = count; end > count - LONGEST_CHARACTER && end > 0; end--) {
    try {
      decode(bytes.subarray(0, end));
      return end;
    } catch {
      continue;
    }
  }
  return count;
}
