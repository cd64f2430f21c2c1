import type { Repair } from '../outcome';
import type { Problem } from './problem';

/** What a check collects while it walks a value. */
export interface Report {
  readonly problems: Problem[];
  readonly repairs: Repair[];
  /** Whether strings that contain exactly the required JSON are parsed. */
  readonly repairing: boolean;
}

/** Checks a value, reports its problems, and returns it, repaired where possible. */
export type Check = (value: unknown, report: Report) => unknown;
