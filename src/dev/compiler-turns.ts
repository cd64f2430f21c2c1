// The compiler waits for a quarter of a second after a save, for others to follow; editors are done much sooner.
const SETTLE_MS = 15;

/** What is done around a turn of the compiler. */
export interface AroundTurns {
  /** Something was saved. */
  changed(): void;
  /** What was saved has settled; events of what was saved until now are still taken in before the turn. */
  before(): void;
  run(turn: () => void): void;
}

/** The timers of a compiler's watch: the turns that it takes at what was saved. */
export class CompilerTurns {
  private readonly waiting = new Set<object>();

  constructor(private readonly around: AroundTurns) {}

  /** Whether a turn is to come. */
  get any(): boolean {
    return this.waiting.size > 0;
  }

  readonly setTimeout = (action: (...rest: unknown[]) => void, ms: number, ...rest: unknown[]): object => {
    this.around.changed();
    const turn = {};
    this.waiting.add(turn);
    const begin = (): void => {
      if (this.waiting.delete(turn)) this.around.run(() => action(...rest));
    };
    setTimeout(
      () => {
        if (!this.waiting.has(turn)) return;
        this.around.before();
        setImmediate(begin);
      },
      Math.min(ms, SETTLE_MS),
    );
    return turn;
  };

  readonly clearTimeout = (turn: object): void => void this.waiting.delete(turn);
}
