import type { FileHandle } from 'node:fs/promises';

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
  readonly signal?: AbortSignal;
}

/** The part that was read. */
export interface FilePart {
  readonly bytes: Buffer;
  /** Whether this part reaches the end of the file. */
  readonly complete: boolean;
  /** Where the next part starts, as a byte offset and as a line. */
  readonly nextByte: number;
  readonly nextLine: number;
  /** Number of lines seen from `startByte` on, including skipped ones; all of them when complete. */
  readonly linesMet: number;
}

const CHUNK = 65_536;
const NEWLINE = 10;

/** Reads whole lines up to a byte limit, in memory bounded by it; only a single longer line is cut. */
export async function readPart(handle: FileHandle, request: PartRequest): Promise<FilePart> {
  const scanner = new Scanner(request);
  const chunk = Buffer.allocUnsafe(CHUNK);
  for (let at = request.startByte; !scanner.done;) {
    request.signal?.throwIfAborted();
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, at);
    if (bytesRead === 0) return scanner.part(true);
    scanner.take(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  return scanner.part(false);
}

class Scanner {
  done = false;
  private readonly kept: Buffer[] = [];
  private keptBytes = 0;
  private line = 1;
  private first = -1;
  private withinLine = false;
  private position: number;

  constructor(private readonly request: PartRequest) {
    this.position = request.startByte;
    if (request.startLine <= 1) this.first = this.position;
  }

  take(chunk: Buffer): void {
    let at = 0;
    while (at < chunk.length && !this.done) {
      const newline = chunk.indexOf(NEWLINE, at);
      const end = newline < 0 ? chunk.length : newline + 1;
      if (this.line >= this.request.startLine) this.keep(chunk.subarray(at, end));
      else this.position += end - at;
      at = end;
      this.withinLine = newline < 0;
      if (newline >= 0 && !this.done) this.endLine();
    }
    if (at < chunk.length) this.done = true;
  }

  part(atEnd: boolean): FilePart {
    const all = Buffer.concat(this.kept);
    const complete = atEnd && !this.cut;
    const bytes = complete ? all : this.wholeLines(all);
    const start = this.first < 0 ? this.position : this.first;
    return {
      bytes,
      complete,
      nextByte: start + bytes.length,
      nextLine: this.request.startLine + count(bytes),
      linesMet: this.withinLine ? this.line : this.line - 1,
    };
  }

  private cut = false;

  private keep(piece: Buffer): void {
    if (this.first < 0) this.first = this.position;
    const room = this.request.limit - this.keptBytes;
    if (piece.length > room) {
      this.cut = true;
      this.done = true;
    }
    const taken = Buffer.from(piece.subarray(0, room));
    this.kept.push(taken);
    this.keptBytes += taken.length;
    this.position += piece.length;
  }

  private endLine(): void {
    this.line++;
    if (this.line >= this.request.startLine + this.request.lineCount) this.done = true;
  }

  // A line is cut only when not even one fits, and then between two characters.
  private wholeLines(bytes: Buffer): Buffer {
    if (!this.cut) return bytes;
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

function count(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}
