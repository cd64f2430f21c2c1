import { isPromised, type Awaitable } from '../base/awaitable';
import { exceptionMessage } from '../base/exception';
import type { Logger } from '../logger';
import type { Hook } from './author-hooks';
import type { CloseLimits } from './close-limits';

type Step = () => Awaitable<void>;

/** The steps to run when an app closes: first those that end its work, then the others. The latest runs first; a failing one stops no other. */
export class CloseSteps {
  private readonly steps: { readonly step: Step; readonly hook: Hook | undefined }[] = [];
  private readonly work: Step[] = [];
  private workEnded: Promise<void> | undefined;

  constructor(
    private readonly log: Logger,
    private readonly limits: CloseLimits = {},
  ) {}

  /** Adds a step, and says which hook it is if it is an author's. */
  readonly add = (step: Step, hook?: Hook): void => void this.steps.push({ step, hook });

  /** Adds what ends work that no caller waits for. */
  readonly addWork = (end: Step): void => void this.work.push(end);

  /** Ends the work that no caller waits for, once, however often it is asked for. */
  endWork(): Promise<void> {
    return (this.workEnded ??= this.endAll());
  }

  async run(): Promise<void> {
    await this.endWork();
    for (let next = this.steps.pop(); next; next = this.steps.pop()) await this.attempt(next.step, next.hook);
  }

  /** Calls all steps without waiting for any: this thread won't be free again. */
  runNow(): void {
    for (let next = this.steps.pop(); next; next = this.steps.pop()) void this.attempt(next.step, next.hook);
  }

  private async endAll(): Promise<void> {
    for (let next = this.work.pop(); next; next = this.work.pop()) await this.attempt(next, undefined);
  }

  private async attempt(step: Step, hook: Hook | undefined): Promise<void> {
    try {
      if (hook !== undefined) this.limits.begins?.(hook);
      const done = step();
      if (isPromised(done)) await (hook === undefined ? done : this.inTime(done, hook));
    } catch (error) {
      if (hook === undefined)
        return this.log.error(`A step of closing failed: ${exceptionMessage(error)}`, { error });
      this.failed(hook, (await import('./author-hooks.js')).hookFailureLine(hook, error), { error });
    }
  }

  // The timer keeps the process: one with nothing else to do would end before anybody said why.
  private async inTime(done: PromiseLike<void>, hook: Hook): Promise<void> {
    const { stepMs } = this.limits;
    if (stepMs === undefined) return done;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<true>((resolve) => (timer = setTimeout(resolve, stepMs, true)));
    const isLate = await Promise.race([done.then(() => false), late]).finally(() => clearTimeout(timer));
    if (isLate)
      this.failed(hook, `\`${hook}\` has not settled after ${stepMs / 1000} s, and is no longer waited for`);
  }

  private failed(hook: Hook, text: string, details?: { readonly error: unknown }): void {
    this.log.error(`A step of closing failed: ${text}`, details);
    this.limits.failed?.({ text, isUnsettled: details === undefined, hook, ...details });
  }
}
