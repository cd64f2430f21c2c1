import type { StdioStreams } from './stdio-streams';

// With this much unread output, nothing more is read from the client until it has caught up.
const HIGH_WATER = 4 * 1024 * 1024;

/** Writes all messages of one tick at once, and applies backpressure to slow readers. */
export class Outbox {
  private text = '';
  private due = false;
  private blocked = false;
  private paused = false;

  constructor(private readonly streams: StdioStreams) {}

  /** Queues one message until the end of the tick. */
  put(json: string): void {
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

  /** Writes everything that is queued now. */
  flush(): void {
    if (!this.text) return;
    const { text } = this;
    this.text = '';
    if (this.streams.write(text) || this.blocked) return;
    this.blocked = true;
    this.streams.onDrain(() => this.drained());
  }

  private drained(): void {
    this.blocked = false;
    this.flush();
    if (!this.paused || this.blocked) return;
    this.paused = false;
    this.streams.input.resume();
  }
}
