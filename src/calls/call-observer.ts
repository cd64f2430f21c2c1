import type { Awaitable } from '../base/awaitable';
import type { Failure } from '../result';
import type { CallBeginning, CallReport } from './call-report';

/**
 * Learns of each call at every door: tools, prompts and resources, and what was refused before it began. What it throws
 * is logged once, and changes no call.
 */
export interface CallObserver {
  /** Returns whether it wants to learn of a call, of which no report is made if nobody does; it learns of all calls without it. */
  wants?(call: CallBeginning): boolean;
  /** A call came in; a returned failure refuses it. */
  begin(report: CallReport): Failure | undefined | void;
  /** Runs the work of a call, for observers with a context of their own around it. */
  around?<T>(report: CallReport, work: () => T): T;
  /** A call ended and is answered next, after a returned promise; a failure is answered in its place. */
  end(report: CallReport): Awaitable<Failure | undefined | void>;
}
