import type { Usage } from './conversation';

/** What a million tokens cost. */
export interface Prices {
  readonly input: number;
  readonly output: number;
}

/** What an evaluation may cost at most. */
export interface Limits {
  readonly tokens?: number | undefined;
  readonly money?: number | undefined;
  readonly prices?: Prices | undefined;
}

/**
 * Keeps an evaluation within its limits. Before a request its most expensive outcome is put aside; if that doesn't fit
 * beside what was spent and what is put aside for others, the request is not made.
 */
export class Budget {
  private spentUsage: Usage = { input: 0, output: 0 };
  private aside: Usage = { input: 0, output: 0 };
  private waiting: (() => void)[] = [];
  private under = 0;
  private full = false;

  constructor(private readonly limits: Limits = {}) {}

  /** What was billed so far. */
  get spent(): Usage {
    return this.spentUsage;
  }

  /** Whether a request was not made because of the limits. */
  get stopped(): boolean {
    return this.full;
  }

  /** Waits until a request fits, and puts its cost aside; false if it can't fit any more. */
  async reserve(most: Usage): Promise<boolean> {
    while (!this.full && !this.fits(most)) {
      if (this.under === 0) this.full = true;
      else await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    if (this.full) {
      this.wake();
      return false;
    }
    this.under++;
    this.aside = sum(this.aside, most);
    return true;
  }

  /** Takes back what was put aside for a request, and books what it cost. */
  settle(most: Usage, used: Usage): void {
    this.under--;
    this.aside = { input: this.aside.input - most.input, output: this.aside.output - most.output };
    this.spentUsage = sum(this.spentUsage, used);
    this.wake();
  }

  private fits(most: Usage): boolean {
    const { tokens = Infinity, money = Infinity, prices } = this.limits;
    const all = sum(sum(this.spentUsage, this.aside), most);
    return all.input + all.output <= tokens && (!prices || priceOf(all, prices) <= money);
  }

  private wake(): void {
    for (const wake of this.waiting.splice(0)) wake();
  }
}

/** Returns what tokens cost at these prices. */
export function priceOf({ input, output }: Usage, prices: Prices): number {
  return (input * prices.input + output * prices.output) / 1_000_000;
}

/** Adds up tokens. */
export function sum(a: Usage, b: Usage): Usage {
  return { input: a.input + b.input, output: a.output + b.output };
}
