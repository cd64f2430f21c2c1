import type { Readable } from '../disk/open-file';
import { rememberCost } from '../tokens/estimate';
import { linesIn, pageEnd } from '../tokens/text-page';
import { decoder, hasByteLines } from './decode-file-text';
import { chunkAt, readPart } from './read-part';
import type { TextPart, TextRequest } from './text-request';
import { readWidePart } from './wide-part';

// Nearly always this many bytes cost as many tokens as an answer has.
const BYTES_PER_TOKEN = 4;
/** So many bytes at its beginning tell whether a file is text. */
export const KIND_BYTES = 8192;

/** Reads the beginning of a file: what tells its kind, and as much as an answer of so many tokens is likely to hold. */
export function readBeginning(handle: Readable, size: number, tokens: number): Promise<Buffer> {
  return chunkAt(handle, 0, Math.min(size, Math.max(KIND_BYTES, tokens * BYTES_PER_TOKEN)));
}

/** Reads whole lines of a text file, as many as fit; only a line that does not fit alone is cut, between characters. */
export async function readTextPart(handle: Readable, request: TextRequest): Promise<TextPart> {
  if (!hasByteLines(request.encoding)) return readWidePart(handle, request);
  const likely = request.tokens * BYTES_PER_TOKEN;
  if (likely < request.limit && isUtf8Label(request.encoding)) {
    const part = await textWithin(handle, { ...request, limit: likely });
    if (part.complete || part.isFull) return part;
  }
  return textWithin(handle, request);
}

// `isFull` if its tokens were all used, so that reading more bytes would not have changed it.
async function textWithin(
  handle: Readable,
  request: TextRequest,
): Promise<TextPart & { readonly isFull: boolean }> {
  const part = await readPart(handle, request);
  const decode = decoder(request.encoding);
  const whole = decode(part.bytes);
  const end = pageEnd(whole, 0, whole.length, request.tokens);
  const atEnd = part.complete || part.nextByte >= request.size;
  const { nextByte } = part;
  if (end >= whole.length) {
    const endsLine = whole.endsWith('\n') || whole === '';
    return {
      text: whole,
      complete: atEnd,
      nextByte,
      get nextLine() {
        return endsLine ? part.nextLine : undefined;
      },
      get linesMet() {
        return part.linesMet;
      },
      isFull: !part.isCut,
    };
  }
  const text = whole.slice(0, end);
  rememberCost(text, request.tokens);
  const start = nextByte - part.bytes.length;
  return {
    text,
    complete: false,
    nextByte: start + bytesOf(text, part.bytes, decode, request.encoding),
    nextLine: text.endsWith('\n') ? request.startLine + linesIn(text) : undefined,
    get linesMet() {
      return part.linesMet;
    },
    isFull: true,
  };
}

/** Returns how many of the bytes a part of their text takes. */
function bytesOf(
  text: string,
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => string,
  encoding: string,
): number {
  if (isUtf8Label(encoding)) return Buffer.byteLength(text);
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

function isUtf8Label(encoding: string): boolean {
  return /^utf[-_]?8/i.test(encoding.trim());
}
