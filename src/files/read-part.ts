import { Pace } from '../base/paced-work';
import type { Readable } from '../disk/open-file';

/** Which part of a file to read. */
export interface PartRequest {
  /** Byte offset to start at. */
  readonly startByte: number;
  /** The first line to read, counted from 1 at `startByte`. */
  readonly startLine: number;
  /** Maximum number of lines. */
  readonly lineCount: number;
  /** Maximum number of bytes. */
  readonly limit: number;
  /** The first bytes of the file, if they were read before. */
  readonly head?: Buffer;
  readonly signal?: AbortSignal;
}

/** The part that was read. */
export interface FilePart {
  readonly bytes: Buffer;
  /** Whether this part reaches the end of the file. */
  readonly complete: boolean;
  /** Whether the limit of bytes ended it. */
  readonly isCut: boolean;
  /** Where the next part starts, as a byte offset and as a line. */
  readonly nextByte: number;
  readonly nextLine: number;
  /** Number of lines seen from `startByte` on, including skipped ones; all of them when complete. */
  readonly linesMet: number;
}

const CHUNK = 65_536;
const NEWLINE = 10;

/** Reads whole lines up to a byte limit, in memory bounded by it; only a single longer line is cut. */
export async function readPart(handle: Readable, request: PartRequest): Promise<FilePart> {
  const pace = new Pace(Infinity, request.signal);
  const scanner = new Scanner(request);
  request.signal?.throwIfAborted();
  for (let at = request.startByte; !scanner.done;) {
    const chunk = at === 0 && request.head?.length ? request.head : await chunkAt(handle, at, request.limit);
    if (chunk.length === 0) return scanner.part(true);
    scanner.take(chunk);
    at += chunk.length;
    await pace.yieldIfDue();
  }
  return scanner.part(false);
}

/** Reads the next bytes of a file, no more than so many and one; none at its end. */
export async function chunkAt(handle: Readable, at: number, limit: number): Promise<Buffer> {
  const chunk = Buffer.allocUnsafe(Math.min(CHUNK, limit + 1));
  const { bytesRead } = await handle.read(chunk, 0, chunk.length, at);
  return chunk.subarray(0, bytesRead);
}

// Lines before the wanted ones are counted and not kept; each chunk is looked at as a whole.
class Scanner {
  done = false;
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private skippedLines = 0;
  private linesLeft: number;
  private first = -1;
  private withinLine = false;
  private isCut = false;
  private position: number;

  constructor(private readonly request: PartRequest) {
    this.position = request.startByte;
    this.linesLeft = request.lineCount;
    if (request.startLine <= 1) this.first = this.position;
  }

  take(chunk: Buffer): void {
    const start = this.skip(chunk);
    this.position += start;
    if (start === chunk.length) {
      this.withinLine = chunk[start - 1] !== NEWLINE;
      return;
    }
    if (this.first < 0) this.first = this.position;
    const end = this.endOfLines(chunk, start);
    this.withinLine = chunk[end - 1] !== NEWLINE;
    this.keep(chunk.subarray(start, end));
  }

  part(atEnd: boolean): FilePart {
    const all = this.kept.length === 1 ? this.kept[0]! : Buffer.concat(this.kept);
    const complete = atEnd && !this.isCut;
    const bytes = complete ? all : this.wholeLines(all);
    const start = this.first < 0 ? this.position : this.first;
    const { startLine } = this.request;
    const met = this.skippedLines + (this.withinLine ? 1 : 0);
    // Most callers need neither of the numbers of lines, and counting takes longer than reading.
    return {
      bytes,
      complete,
      isCut: this.isCut,
      nextByte: start + bytes.length,
      get nextLine() {
        return startLine + newlinesIn(bytes);
      },
      get linesMet() {
        return met + newlinesIn(all);
      },
    };
  }

  // Returns where the first wanted line starts, or the end.
  private skip(chunk: Buffer): number {
    const before = this.request.startLine - 1;
    let at = 0;
    for (; this.skippedLines < before && at < chunk.length; at++)
      if (chunk[at] === NEWLINE) this.skippedLines++;
    return at;
  }

  private endOfLines(chunk: Buffer, start: number): number {
    if (this.linesLeft === Infinity) return chunk.length;
    for (let at = start; at < chunk.length; at++) {
      if (chunk[at] !== NEWLINE || --this.linesLeft > 0) continue;
      this.done = true;
      return at + 1;
    }
    return chunk.length;
  }

  private keep(piece: Buffer): void {
    const room = this.request.limit - this.keptBytes;
    if (piece.length > room) {
      this.isCut = true;
      this.done = true;
      this.withinLine = true;
    }
    const taken = piece.subarray(0, room);
    this.kept.push(taken);
    this.keptBytes += taken.length;
  }

  // A line is cut only when not even one fits, and then between two characters.
  private wholeLines(bytes: Buffer): Buffer {
    if (!this.isCut) return bytes;
    const end = bytes.lastIndexOf(NEWLINE);
    if (end >= 0) return bytes.subarray(0, end + 1);
    let start = bytes.length - 1;
    while (start > 0 && bytes.length - start < 4 && (bytes[start]! & 0xc0) === 0x80) start--;
    return bytes.length - start < sequenceLength(bytes[start]!) ? bytes.subarray(0, start) : bytes;
  }
}

// How many bytes a character takes in UTF-8, by its first one.
function sequenceLength(byte: number): number {
  if (byte < 0xc0) return 1;
  return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
}

function newlinesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === NEWLINE) lines++;
  return lines;
}
