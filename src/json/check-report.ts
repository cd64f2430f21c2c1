import type { Repair } from '../outcome';
import type { Problem } from './problem';

/** What a check collects while it walks a value. */
export interface Report {
  readonly problems: Problem[];
  readonly repairs: Repair[];
  /** Whether strings that contain exactly the required JSON are parsed. */
  readonly repairing: boolean;
  /** Whether whole numbers are refused that JSON may have changed on the way, as every argument of a caller's may have been. */
  readonly exact?: boolean | undefined;
}

/** More problems than this help nobody, and a value with half a million would keep the server busy. */
const MOST_PROBLEMS = 50;

/** Returns whether enough problems were found to stop looking; the report then says that there are more. */
export function isFull({ problems }: Report): boolean {
  if (problems.length < MOST_PROBLEMS) return false;
  if (problems.length === MOST_PROBLEMS)
    problems.push({ field: '', message: 'has more problems than these' });
  return true;
}

/** Checks a value, reports its problems, and returns it, repaired where possible. */
export type Check = (value: unknown, report: Report) => unknown;
