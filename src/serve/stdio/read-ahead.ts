import { fstatSync, readSync } from 'node:fs';
import type { Readable } from 'node:stream';

// Beyond that, nothing more is read before the thread is free.
const MOST_BYTES = 1024 * 1024;

// The frames of a stack: the code that the inspector runs, what has no file, what reads messages, and the turn of the loop itself.
const EVALUATED = /^\s+at <anonymous>:1:\d+$/;
const BUILT_IN = /\(<anonymous>\)$/;
const OURS = /node:|toolwright\.bundle|[\\/]serve[\\/]/;
const TURN = /processTicksAndRejections/;

/**
 * Reads stdin on behalf of a thread that is busy, to learn whether the client has closed it. It runs between any two
 * steps of other code, so it touches nothing of the stream; what it read is kept until the thread is free.
 */
export class ReadAhead {
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly input: Readable) {}

  /** Returns whether the client has closed its end. */
  look(): boolean {
    return this.isSafe() && this.read();
  }

  /** The same as long as nobody reads the stream, as before anything is served. */
  lookEarly(): boolean {
    return this.read();
  }

  /** Returns what was read, once; undefined if nothing was. */
  take(): Buffer | undefined {
    if (!this.bytes) return undefined;
    const { chunks } = this;
    this.chunks = [];
    this.bytes = 0;
    return Buffer.concat(chunks);
  }

  private read(): boolean {
    try {
      while (this.bytes < MOST_BYTES) {
        const chunk = Buffer.allocUnsafeSlow(64 * 1024);
        const length = readSync(0, chunk);
        if (length === 0) return true;
        this.chunks.push(chunk.subarray(0, length));
        this.bytes += length;
      }
    } catch {
      // Nothing is there.
    }
    return false;
  }

  // What is read here comes after everything that was read before, so none of that may still be on its way: in the stream's
  // buffer, or in a function of the stream's or of ours that was interrupted just now.
  private isSafe(): boolean {
    if (this.input.readableLength > 0) return false;
    const frames = (new Error().stack ?? '').split('\n');
    const evaluated = frames.findIndex((frame) => EVALUATED.test(frame));
    const innermost = frames.slice(evaluated + 1).find((frame) => !BUILT_IN.test(frame));
    return evaluated > 0 && innermost !== undefined && (!OURS.test(innermost) || TURN.test(innermost));
  }
}

/** Returns how to read ahead of a stream that is this process's stdin; undefined where that might block: Node itself reads pipes without waiting. */
export function readAheadOf(input: Readable): ReadAhead | undefined {
  if (process.platform === 'win32' || input !== process.stdin) return undefined;
  const stat = fstatSync(0);
  return stat.isFIFO() || stat.isSocket() ? new ReadAhead(input) : undefined;
}
