import type { Pauses } from './time-limit-pauses';

// A timer delay has 31 bits; a longer one would fire immediately.
const LONGEST_TIMER = 2 ** 31 - 1;

/** A time limit that can be stopped for a while; several may stop it at once. */
export class TimeLimit implements Pauses {
  private timer: NodeJS.Timeout | undefined;
  private since = 0;
  private stops = 0;
  private over = false;

  constructor(
    private left: number,
    private readonly onEnd: () => void,
  ) {
    this.start();
  }

  pause(): void {
    if (this.over || this.stops++ > 0) return;
    clearTimeout(this.timer);
    this.left -= performance.now() - this.since;
  }

  resume(): void {
    if (this.over || --this.stops > 0) return;
    this.start();
  }

  end(): void {
    this.over = true;
    clearTimeout(this.timer);
  }

  private start(): void {
    this.since = performance.now();
    this.timer = setTimeout(this.onEnd, Math.min(Math.max(this.left, 0), LONGEST_TIMER));
  }
}
