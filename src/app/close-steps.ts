import { exceptionMessage } from '../base/exception';
import type { Awaitable } from '../base/awaitable';
import type { Logger } from '../logger';
import type { Hook } from './author-hooks';

type Step = () => Awaitable<void>;

/** The steps to run when an app closes; the latest runs first, and a failing one stops no other. */
export class CloseSteps {
  private readonly steps: { readonly step: Step; readonly hook: Hook | undefined }[] = [];

  constructor(private readonly log: Logger) {}

  /** Adds a step, and says which hook it is if it is an author's. */
  readonly add = (step: Step, hook?: Hook): void => void this.steps.push({ step, hook });

  async run(): Promise<void> {
    for (let next = this.steps.pop(); next; next = this.steps.pop()) await this.attempt(next.step, next.hook);
  }

  /** Calls all steps without waiting for any: this thread won't be free again. */
  runNow(): void {
    for (let next = this.steps.pop(); next; next = this.steps.pop()) void this.attempt(next.step, next.hook);
  }

  private async attempt(step: Step, hook: Hook | undefined): Promise<void> {
    try {
      await step();
    } catch (error) {
      const what =
        hook === undefined
          ? exceptionMessage(error)
          : (await import('./author-hooks.js')).hookFailureLine(hook, error);
      this.log.error(`A step of closing failed: ${what}`, { error });
    }
  }
}
