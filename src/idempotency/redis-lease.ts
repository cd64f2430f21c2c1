import type { Lease, RecordLimits } from '../calls/keys/call-records';
import { ASK, END, RELEASE, RENEW } from './record-scripts';
import type { RunScript } from './run-record-script';

/** How calls with keys are shared. */
export interface SharedRecordOptions extends RecordLimits {
  /** Begins the name of everything that is stored; servers of one app share it. */
  readonly space: string;
  /** How long a process may give no sign of life before its calls count as lost. */
  readonly leaseMs: number;
}

const BETWEEN_ATTEMPTS_MS = 1_000;

/** The right to run a call, prolonged for as long as this process lives. */
export class RedisLease implements Lease {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly run: RunScript,
    private readonly keys: readonly string[],
    private readonly token: string,
    private readonly options: SharedRecordOptions,
  ) {}

  /** Begins to prolong it. */
  hold(): void {
    const { keepMs, leaseMs } = this.options;
    this.timer = setInterval(() => {
      this.run(RENEW, this.keys, [this.token, keepMs, leaseMs]).catch(() => undefined);
    }, leaseMs / 3);
    this.timer.unref();
  }

  end(answer: string): Promise<void> {
    return this.settle(END, this.options.keepBytes, answer);
  }

  ask(round: string, question: string, answerMs: number): Promise<void> {
    const { keepMs, keepBytes } = this.options;
    return this.settle(ASK, round, question, Math.min(answerMs, keepMs), keepBytes);
  }

  release(): Promise<void> {
    return this.settle(RELEASE);
  }

  /** Gives back what may have been claimed, as soon as Redis can be reached. */
  async giveBack(): Promise<void> {
    await this.settle(RELEASE).catch(() => undefined);
  }

  // The caller waits for one attempt. If Redis is away, the lease is prolonged and the record made when it is back.
  private async settle(script: string, ...more: (string | number)[]): Promise<void> {
    const args = [this.token, this.options.keepMs, ...more];
    const attempt = (): Promise<unknown> => this.run(script, this.keys, args);
    try {
      await attempt();
      clearInterval(this.timer);
    } catch (error) {
      this.later(attempt, Date.now() + this.options.keepMs);
      throw error;
    }
  }

  private later(attempt: () => Promise<unknown>, until: number): void {
    setTimeout(() => {
      attempt().then(
        () => clearInterval(this.timer),
        () => (Date.now() < until ? this.later(attempt, until) : clearInterval(this.timer)),
      );
    }, BETWEEN_ATTEMPTS_MS).unref();
  }
}
