/** What a stream of lines is made of: whole lines, and lines that were too long to keep. */
export type Line = { text: string } | { tooLong: number };

const NEWLINE = 10;

/** Cuts a byte stream into lines; a line beyond the limit is counted, not kept. */
export class LineReader {
  private pieces: Buffer[] = [];
  private held = 0;
  private skipped = 0;

  constructor(private readonly limit: number) {}

  /** The lines that end in this chunk. */
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

  /** The last line, where the stream ended without a newline. */
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

// Many lines at once are decoded at once: no character goes across a newline.
function addWholeLines(text: string, lines: Line[]): void {
  for (const piece of text.split('\n')) {
    const line = piece.trim();
    if (line) lines.push({ text: line });
  }
}
