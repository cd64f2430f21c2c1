import type { Readable } from '../disk/open-file';
import { FileProblem } from '../disk/file-problem';
import { linesIn, lineStart, pageEnd } from '../tokens/text-page';
import { decoder } from './decode-file-text';
import type { TextPart, TextRequest } from './text-request';

const LARGEST_WIDE = 64 * 1024 * 1024;
const MARK = '\ufeff';

/** Reads a part of a UTF-16 file, whose lines can only be told once it is decoded. */
export async function readWidePart(handle: Readable, request: TextRequest): Promise<TextPart> {
  const { encoding, startByte, startLine, lineCount, size, limit, tokens } = request;
  const first = startByte & ~1;
  // To count lines, everything before them has to be decoded.
  const length = startLine <= 1 ? Math.min(size - first, limit & ~1) : size - first;
  if (length > LARGEST_WIDE)
    throw new FileProblem(
      'failed',
      `The file has ${size} bytes of ${encoding}, too many to count its lines; use start_byte instead of start_line`,
    );
  const bytes = Buffer.alloc(Math.max(0, length));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, first);
  const whole = decoder(encoding)(wholeUnits(bytes.subarray(0, bytesRead), first + bytesRead < size));
  const marked = first === 0 && hasMark(bytes) ? 2 : 0;
  const start = lineStart(whole, startLine);
  const wanted = lineCount === Infinity ? whole.length : lineStart(whole, lineCount + 1, start);
  const end = pageEnd(whole, start, Math.min(wanted, start + limit / 2), tokens);
  const text = whole.slice(start, end);
  return {
    text,
    complete: first + marked + end * 2 >= (size & ~1),
    nextByte: first + marked + end * 2,
    nextLine: text.endsWith('\n') ? startLine + text.split('\n').length - 1 : undefined,
    linesMet: linesIn(whole),
  };
}

// A part must not end between the two halves of a character.
function wholeUnits(bytes: Buffer, hasMore: boolean): Buffer {
  const even = bytes.subarray(0, bytes.length & ~1);
  const last = even.subarray(-2);
  const isHigh = [last[0], last[1]].some((byte) => byte !== undefined && byte >= 0xd8 && byte <= 0xdb);
  return hasMore && isHigh ? even.subarray(0, -2) : even;
}

// Decoding leaves the byte-order mark out.
function hasMark(bytes: Buffer): boolean {
  const little = bytes.subarray(0, 2).toString('utf16le') === MARK;
  return little || (bytes[0] === 0xfe && bytes[1] === 0xff);
}
