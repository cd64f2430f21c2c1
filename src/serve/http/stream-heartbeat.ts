/** Something that shows its client a sign of life. */
export interface Beating {
  beat(): void;
}

/** Gives every open stream and waiting request a sign of life at regular times, with one timer for all. */
export class Heartbeat {
  private readonly beating = new Map<Beating, number>();
  private timer: NodeJS.Timeout | undefined;
  private round = 0;

  constructor(private readonly everyMs: number) {}

  add(one: Beating): void {
    this.beating.set(one, this.round);
    this.timer ??= setInterval(() => this.beat(), this.everyMs).unref();
  }

  remove(one: Beating): void {
    this.beating.delete(one);
    if (this.beating.size || !this.timer) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  // One that came in since the last round gets its first sign in the next.
  private beat(): void {
    const { round } = this;
    this.round++;
    for (const [one, since] of this.beating) if (since < round) one.beat();
  }
}
