/** A piece of a line stream: a whole line, or the length of one that was too long to keep. */
export type Line = { text: string } | { tooLong: number };

const NEWLINE = 10;

/** Splits a byte stream into lines; a line over the limit is counted, not kept. */
export class LineReader {
  private pieces: Buffer[] = [];
  private held = 0;
  private skipped = 0;

  constructor(private readonly limit: number) {}

  /** Returns the lines that end in this chunk. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= 0 && !this.held && !this.skipped && chunk.length <= this.limit) {
      addWholeLines(chunk.toString('utf8', 0, last), lines);
      start = last + 1;
    }
    for (;;) {
      const end = chunk.indexOf(NEWLINE, start);
      if (end < 0) break;
      this.hold(chunk.subarray(start, end));
      const line = this.take();
      if (line) lines.push(line);
      start = end + 1;
    }
    this.hold(chunk.subarray(start));
    return lines;
  }

  /** Returns the last line, if the stream ended without a newline. */
  end(): Line | undefined {
    return this.take();
  }

  private hold(piece: Buffer): void {
    if (!piece.length) return;
    if (this.skipped || this.held + piece.length > this.limit) {
      this.skipped += this.held + piece.length;
      this.pieces = [];
      this.held = 0;
    } else {
      this.pieces.push(piece);
      this.held += piece.length;
    }
  }

  private take(): Line | undefined {
    const { skipped, pieces, held } = this;
    this.pieces = [];
    this.held = 0;
    this.skipped = 0;
    if (skipped) return { tooLong: skipped };
    const text = (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, held)).toString('utf8').trim();
    return text ? { text } : undefined;
  }
}

// Many lines are decoded at once: no character spans a newline.
function addWholeLines(text: string, lines: Line[]): void {
  for (const piece of text.split('\n')) {
    const line = piece.trim();
    if (line) lines.push({ text: line });
  }
}
