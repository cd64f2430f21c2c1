import type { Readable } from 'node:stream';
import type { Line } from './line-reader';
import type { Outbox } from './outbox';

// Requests begun in one turn and not answered at once; one chunk may hold many hundreds.
const MOST_OPEN = 16;

/**
 * Takes lines as fast as their answers are read: none while the client leaves much unread, and only a few at a time that
 * are not answered at once. So what a client that doesn't read costs is bounded by what a few answers take.
 */
export class Intake {
  private held: Line[] = [];
  private at = 0;
  private waits = false;
  private stopped = false;
  private emptied: (() => void) | undefined;

  constructor(
    private readonly input: Readable,
    private readonly outbox: Outbox,
    private readonly take: (line: Line) => void,
  ) {}

  /** Takes lines, now or as soon as the client has read enough. */
  add(lines: readonly Line[]): void {
    if (this.stopped) return;
    if (this.held.length === 0) this.held = [...lines];
    else this.held.push(...lines);
    if (!this.waits) this.work();
  }

  /** Calls a listener once, when every line was taken. */
  whenEmpty(listener: () => void): void {
    if (this.held.length === 0) listener();
    else this.emptied = listener;
  }

  /** Takes nothing more. */
  stop(): void {
    this.stopped = true;
    this.held = [];
    this.input.pause();
  }

  private work(): void {
    for (let open = 0; this.at < this.held.length;) {
      if (this.outbox.full) return this.wait((again) => this.outbox.whenRead(again));
      if (open >= MOST_OPEN) return this.wait(setImmediate);
      const before = this.outbox.count;
      this.take(this.held[this.at++]!);
      if (this.outbox.count === before) open++;
    }
    this.held = [];
    this.at = 0;
    const { emptied } = this;
    this.emptied = undefined;
    emptied?.();
  }

  private wait(until: (again: () => void) => void): void {
    this.waits = true;
    this.input.pause();
    until(() => {
      this.waits = false;
      if (this.stopped) return;
      this.input.resume();
      this.work();
    });
  }
}
