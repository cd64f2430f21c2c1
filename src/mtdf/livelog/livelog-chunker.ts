/** When a chunk is complete, and how many lines may wait. */
export interface ChunkLimits {
  readonly maxLines: number;
  readonly maxMs: number;
  readonly maxBytes: number;
  /** How many chunks of lines may wait; beyond that the oldest are dropped. */
  readonly waiting: number;
}

/** Lines that are judged together. */
export interface Chunk {
  readonly lines: readonly string[];
  /** The numbers of its first and last line, counted from 1 over the whole log. */
  readonly first: number;
  readonly last: number;
}

interface Line {
  readonly text: string;
  readonly bytes: number;
  readonly number: number;
  readonly at: number;
}

/**
 * Collects lines into chunks. It has no clock: the caller passes the time. A chunk is complete when it has enough lines
 * or bytes, or some time after its first line.
 */
export class Chunker {
  private lines: Line[] = [];
  private head = 0;
  private bytes = 0;

  constructor(private readonly limits: ChunkLimits) {}

  /** Number of waiting lines. */
  get size(): number {
    return this.lines.length - this.head;
  }

  /** Adds a line with its number; returns how many of the oldest were dropped for it. */
  add(text: string, number: number, now: number): number {
    const bytes = Buffer.byteLength(text) + 1;
    this.lines.push({ text, bytes, number, at: now });
    this.bytes += bytes;
    const { maxLines, maxBytes, waiting } = this.limits;
    let dropped = 0;
    while (this.size > 1 && (this.size > waiting * maxLines || this.bytes > waiting * maxBytes)) {
      this.shift();
      dropped++;
    }
    return dropped;
  }

  /** Returns when the next chunk is complete at the latest: a past time if it already is, undefined if no line waits. */
  dueAt(): number | undefined {
    if (!this.size) return undefined;
    const { maxLines, maxBytes, maxMs } = this.limits;
    return this.size >= maxLines || this.bytes >= maxBytes ? -Infinity : this.lines[this.head]!.at + maxMs;
  }

  /** Takes the oldest lines as a chunk, complete or not; undefined if no line waits. */
  take(): Chunk | undefined {
    if (!this.size) return undefined;
    const taken = [this.shift()];
    let bytes = taken[0]!.bytes;
    while (this.size && taken.length < this.limits.maxLines) {
      bytes += this.lines[this.head]!.bytes;
      if (bytes > this.limits.maxBytes) break;
      taken.push(this.shift());
    }
    return {
      lines: taken.map((line) => line.text),
      first: taken[0]!.number,
      last: taken[taken.length - 1]!.number,
    };
  }

  /** Drops all waiting lines; returns how many. */
  clear(): number {
    const { size } = this;
    this.lines = [];
    this.head = 0;
    this.bytes = 0;
    return size;
  }

  // Shifting a long array line by line would copy it each time.
  private shift(): Line {
    const line = this.lines[this.head++]!;
    this.bytes -= line.bytes;
    if (this.head > 1024 && this.head * 2 > this.lines.length) {
      this.lines = this.lines.slice(this.head);
      this.head = 0;
    }
    return line;
  }
}
