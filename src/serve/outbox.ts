import type { StdioStreams } from './stdio-streams';

// Beyond this much unread output the client is made to wait: nothing more is read from it until it has caught up.
const HIGH_WATER = 4 * 1024 * 1024;

/** Writes all messages of one tick at once, and holds back where the reader is slow. */
export class Outbox {
  private text = '';
  private due = false;
  private blocked = false;
  private paused = false;

  constructor(private readonly streams: StdioStreams) {}

  /** Takes one message; it goes out when the tick ends. */
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

  /** Writes whatever there is, now. */
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
