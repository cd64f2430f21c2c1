import type { Repair } from '../outcome';
import type { Problem } from './problem';

/** What a check collects on its way through a value. */
export interface Report {
  readonly problems: Problem[];
  readonly repairs: Repair[];
  /** Whether strings that hold exactly the wanted JSON are taken as that. */
  readonly repairing: boolean;
}

/** Judges one value, reports what is wrong with it, and gives it back, repaired where that was possible. */
export type Check = (value: unknown, report: Report) => unknown;
