import { OnceValues } from '../../calls/once-values';
import type { CallState, OpenedState } from './sealed-state';

/** What a call that is made again brings with it. */
export class Resumed {
  /** The name of its state. */
  readonly round: string;
  readonly state: CallState;
  readonly once: OnceValues;
  /** Uses up the state before the call runs, if it isn't used already. */
  readonly admit: (() => Promise<void>) | undefined;
  private refusal: Error | undefined;

  constructor(
    { id, state, use }: OpenedState,
    readonly responses: Readonly<Record<string, unknown>>,
    /** Whether the state is used up only when the call runs. */
    isUsedLater: boolean,
  ) {
    this.round = id;
    this.state = state;
    this.once = new OnceValues(state.once);
    if (isUsedLater) this.admit = () => this.used(use);
  }

  /** Throws why the state could not be used, if that was so. */
  throwRefusal(): void {
    if (this.refusal) throw this.refusal;
  }

  private async used(use: () => Promise<void>): Promise<void> {
    try {
      await use();
    } catch (error) {
      this.refusal = error as Error;
      throw error;
    }
  }
}
