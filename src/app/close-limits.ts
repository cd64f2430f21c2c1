import type { Config } from '../config';
import type { Hook } from './author-hooks';

// How long closing may take beyond the grace period of running work.
const CLOSING_MS = 1500;

/** Returns how many milliseconds closing may take before it is given up. */
export function closingMs({ operations }: Config): number {
  return operations.grace * 1000 + CLOSING_MS;
}

/** How long an author's hooks and steps may take when an app closes, and who hears of them. */
export interface CloseLimits {
  /** Milliseconds that each of them gets; a server bounds its whole end instead. */
  readonly stepMs?: number;
  /** Called before each of them runs. */
  readonly begins?: (hook: Hook) => void;
  /** Called for each that throws, or has not settled in time: it is not waited for any longer. */
  readonly failed?: (failure: CloseFailure) => void;
}

/** A hook or step of an author's that did not close what it should. */
export interface CloseFailure {
  /** Which one, and what became of it. */
  readonly text: string;
  /** Whether it still waits for something. */
  readonly isUnsettled: boolean;
  readonly hook: Hook;
  /** What it threw. */
  readonly error?: unknown;
}
