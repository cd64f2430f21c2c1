import type { Awaitable } from '../awaitable';
import type { Logger } from '../logger';
import { exceptionMessage } from '../result';

/** What has to be done when an app closes; the latest step is run first, and one that fails stops no other. */
export class CloseSteps {
  private readonly steps: (() => Awaitable<void>)[] = [];

  constructor(private readonly log: Logger) {}

  readonly add = (step: () => Awaitable<void>): void => void this.steps.push(step);

  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      try {
        await step();
      } catch (error) {
        this.log.error(`A step of closing failed: ${exceptionMessage(error)}`, { error });
      }
    }
  }
}
