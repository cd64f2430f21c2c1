import { exceptionMessage } from '../base/exception';
import type { Awaitable } from '../base/awaitable';
import type { Logger } from '../logger';

/** The steps to run when an app closes; the latest runs first, and a failing one stops no other. */
export class CloseSteps {
  private readonly steps: (() => Awaitable<void>)[] = [];

  constructor(private readonly log: Logger) {}

  readonly add = (step: () => Awaitable<void>): void => void this.steps.push(step);

  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) await this.attempt(step);
  }

  /** Calls all steps without waiting for any: this thread won't be free again. */
  runNow(): void {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) void this.attempt(step);
  }

  private async attempt(step: () => Awaitable<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.log.error(`A step of closing failed: ${exceptionMessage(error)}`, { error });
    }
  }
}
