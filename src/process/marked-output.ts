/** A stream that goes on after a command has ended: a mark that is printed then, and known to nobody before, shows where its output ends. */
export class MarkedOutput {
  private mark: string | undefined;
  private held = Buffer.alloc(0);
  private settle: ((isComplete: boolean) => void) | undefined;

  /** `listener` gets each chunk without the marks. */
  constructor(private readonly listener: (chunk: Buffer) => void) {}

  /** Adds the next chunk of the stream. */
  add(chunk: Buffer): void {
    if (this.mark === undefined) return this.listener(chunk);
    const all = Buffer.concat([this.held, chunk]);
    const end = all.indexOf(this.mark, 0, 'latin1');
    const output = end < 0 ? Math.max(0, all.length - this.mark.length + 1) : end;
    if (output) this.listener(all.subarray(0, output));
    this.held = all.subarray(output);
    // Whoever prints after the mark is no command of ours.
    if (end >= 0) this.finish(this.held.length === this.mark.length);
  }

  /** Resolves when the mark has come: true if it was the last. */
  endAt(mark: string): Promise<boolean> {
    this.mark = mark;
    return new Promise((resolve) => (this.settle = resolve));
  }

  /** Waits no longer for the mark, which is left out all the same if it comes. */
  giveUp(): void {
    this.settle?.(false);
    this.settle = undefined;
  }

  /** Hands on what was held back, at the end of the stream. */
  flush(): void {
    if (this.held.length) this.listener(this.held);
    this.held = Buffer.alloc(0);
  }

  private finish(isLast: boolean): void {
    this.mark = undefined;
    this.held = Buffer.alloc(0);
    this.settle?.(isLast);
    this.settle = undefined;
  }
}
