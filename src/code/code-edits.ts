/** One change of a text: cut so many characters there, and insert others. It adds and removes no line break. */
export interface Edit {
  readonly at: number;
  readonly cut?: number;
  readonly insert?: string;
}

/** A text with edits applied, and the way back from a place in it to the original. */
export class EditedText {
  readonly text: string;
  private readonly pieces: { from: number; original: number }[] = [];

  constructor(
    readonly original: string,
    edits: readonly Edit[],
  ) {
    let text = '';
    let read = 0;
    const copy = (end: number): void => {
      this.pieces.push({ from: text.length, original: read });
      text += original.slice(read, end);
      read = end;
    };
    // The sort is stable: edits at one place stay in the order in which they were made.
    for (const { at, cut = 0, insert = '' } of [...edits].sort((a, b) => a.at - b.at)) {
      copy(at);
      text += insert;
      read = at + cut;
    }
    copy(original.length);
    this.text = text;
  }

  /** Returns the offset in the original of a line and column of the text, both counted from one. */
  originalOffset(line: number, column: number): number {
    let start = 0;
    for (let each = 1; each < line; each++) start = this.text.indexOf('\n', start) + 1;
    const offset = start + column - 1;
    const piece = this.pieces.findLast(({ from }) => from <= offset) ?? { from: 0, original: 0 };
    return Math.min(piece.original + offset - piece.from, this.original.length);
  }
}
