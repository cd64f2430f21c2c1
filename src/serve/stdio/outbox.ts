import type { StdioStreams } from './stdio-streams';

// With this much unread output, nothing more is read from the client until it has caught up.
const HIGH_WATER = 4 * 1024 * 1024;
// With this much, no further request is begun, because each may add as much again.
const ENOUGH = 256 * 1024;
// What a client that doesn't read can do without, and what it needs to be told only once.
const DISPENSABLE = /"method":"notifications\/(?:progress|message)"/;
const SAID_ONCE = /"method":"notifications\/(?:\w+\/list_changed|resources\/updated)"/;

/** Writes all messages of one tick at once, and applies backpressure to slow readers. */
export class Outbox {
  private text = '';
  private due = false;
  private blocked = false;
  private paused = false;
  /** The length of the last write, while the client has not read it. */
  private unread = 0;
  private waiting: (() => void) | undefined;
  /** Announcements in what is queued for a client that doesn't read. */
  private readonly said = new Set<string>();
  /** The number of messages so far. */
  count = 0;

  constructor(private readonly streams: StdioStreams) {}

  /** Queues one message until the end of the tick. */
  put(json: string): void {
    this.count++;
    if (this.blocked && this.needless(json)) return;
    this.text += `${json}\n`;
    if (this.blocked) {
      if (this.text.length > HIGH_WATER && !this.paused) {
        this.paused = true;
        this.streams.input.pause();
      }
    } else if (!this.due) {
      this.due = true;
      process.nextTick(() => {
        this.due = false;
        if (!this.blocked) this.flush();
      });
    }
  }

  private needless(json: string): boolean {
    const start = json.slice(0, 100);
    if (SAID_ONCE.test(start)) return this.said.size === this.said.add(json).size;
    return this.text.length > HIGH_WATER && DISPENSABLE.test(start);
  }

  /** Whether the client has left so much unread that nothing new should be begun. */
  get full(): boolean {
    if (!this.blocked && this.text.length > ENOUGH) this.flush();
    return this.blocked && this.unread + this.text.length > ENOUGH;
  }

  /** Calls a listener once, when the client has caught up. */
  whenRead(listener: () => void): void {
    this.waiting = listener;
  }

  /** Writes everything that is queued now. */
  flush(): void {
    if (!this.text) return;
    const { text } = this;
    this.text = '';
    this.said.clear();
    if (this.streams.write(text)) return;
    this.unread = text.length;
    if (this.blocked) return;
    this.blocked = true;
    this.streams.onDrain(() => this.drained());
  }

  private drained(): void {
    this.blocked = false;
    this.flush();
    if (this.blocked) return;
    const { waiting } = this;
    this.waiting = undefined;
    if (this.paused) {
      this.paused = false;
      this.streams.input.resume();
    }
    waiting?.();
  }
}
