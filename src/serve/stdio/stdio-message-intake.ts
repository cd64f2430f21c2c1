import type { Readable } from 'node:stream';
import type { Line } from './line-reader';
import type { Outbox } from './outbox';

// Requests begun in one turn and not answered at once; one chunk may hold many hundreds.
const MOST_OPEN = 16;
// Characters of requests that wait for others to be answered; beyond that nothing more is read.
const MOST_WAITING = 16 * 1024 * 1024;

/**
 * Takes lines as fast as their answers are read: none while the client leaves much unread, and only a few at a time that
 * are not answered at once. Requests also wait while very many others are being answered, so what a client that doesn't
 * read costs is bounded by what those answers take.
 */
export class Intake {
  private held: Line[] = [];
  private at = 0;
  private waits = false;
  private stopped = false;
  private emptied: (() => void) | undefined;
  /** Requests that came while too many others were being answered. */
  private requests: Line[] = [];
  private waiting = 0;
  private due = false;
  private ending = false;

  /** `take` returns false for a line that has to wait until others are answered, unless it is told to take it anyway. */
  constructor(
    private readonly input: Readable,
    private readonly outbox: Outbox,
    private readonly take: (line: Line, anyway: boolean) => boolean,
  ) {}

  /** Takes lines, now or as soon as the client has read enough. */
  add(lines: readonly Line[]): void {
    if (this.stopped) return;
    if (this.held.length === 0) this.held = [...lines];
    else this.held.push(...lines);
    if (!this.waits) this.work();
  }

  /** Takes the last lines, which need not wait for others; calls a listener once, when every line was taken. */
  finish(listener: () => void): void {
    this.emptied = listener;
    this.hurry();
  }

  /** From now on no line waits for others. */
  hurry(): void {
    this.ending = true;
    if (!this.waits && !this.stopped) this.work();
  }

  /** Takes requests that have waited, soon: something was sent, so one of the others may be answered. */
  continue(): void {
    if (this.requests.length === 0 || this.due) return;
    this.due = true;
    setImmediate(() => {
      this.due = false;
      if (!this.stopped && !this.waits) this.work();
    });
  }

  /** Takes nothing more. */
  stop(): void {
    this.stopped = true;
    this.held = [];
    this.requests = [];
    this.input.pause();
  }

  private work(): void {
    const came = this.at < this.held.length;
    if (this.requests.length) {
      if (this.outbox.full) return this.wait((again) => this.outbox.whenRead(again));
      this.retry();
    }
    for (let open = 0; this.at < this.held.length;) {
      if (this.outbox.full) return this.wait((again) => this.outbox.whenRead(again));
      if (open >= MOST_OPEN) return this.wait(setImmediate);
      const before = this.outbox.count;
      this.begin(this.held[this.at++]!);
      if (this.outbox.count === before) open++;
    }
    this.held = [];
    this.at = 0;
    // What came may have cancelled one of the others.
    if (came) this.continue();
    this.report();
  }

  private begin(line: Line): void {
    if (this.take(line, this.ending)) return;
    this.requests.push(line);
    this.waiting += lengthOf(line);
    if (this.waiting > MOST_WAITING) this.input.pause();
  }

  private retry(): void {
    const { requests } = this;
    let taken = 0;
    while (taken < requests.length && !this.outbox.full && this.take(requests[taken]!, this.ending)) taken++;
    if (taken === 0) return;
    this.requests = requests.slice(taken);
    const before = this.waiting;
    this.waiting = this.requests.reduce((sum, line) => sum + lengthOf(line), 0);
    if (before > MOST_WAITING && this.waiting <= MOST_WAITING) this.input.resume();
    if (this.requests.length && this.outbox.full) this.continue();
  }

  private report(): void {
    if (this.held.length || this.requests.length) return;
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
      if (this.waiting <= MOST_WAITING) this.input.resume();
      this.work();
    });
  }
}

function lengthOf(line: Line): number {
  return 'text' in line ? line.text.length : 0;
}
