import type { OperationRequest } from '../calls/background';
import type { WireResult } from '../outcome';
import type { Progress } from '../tool-context';

/** Where an operation stands. The last four are final. */
export type OperationState = 'Pending' | 'InProgress' | 'Completed' | 'Failed' | 'Cancelled' | 'TimedOut';

/** One call that goes on in the background: data only, so that any engine can keep it anywhere. */
export interface Operation {
  readonly id: string;
  readonly request: OperationRequest;
  readonly state: OperationState;
  /** Milliseconds since the epoch: when it was asked for, began, and ended. */
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** When somebody first waited for it. */
  readonly firstWaitAt?: number;
  readonly progress?: Progress;
  /** What it would give if it ended now, where its tool says so; gone once there is a result. */
  readonly soFar?: WireResult | undefined;
  /** Why it was cancelled. */
  readonly reason?: string;
  /** What the call ended in. */
  readonly result?: WireResult;
}

/** How a call ended, as whoever carried it out reports it. */
export interface Finished {
  readonly state: Exclude<OperationState, 'Pending' | 'InProgress'>;
  readonly result: WireResult;
}

/** Which operations are meant: one by its id, those of tools whose names begin so, or all. */
export interface OperationFilter {
  readonly id?: string;
  readonly tools?: readonly string[];
}

/** Whether an operation is over. */
export function isFinal(operation: Operation): boolean {
  return operation.state !== 'Pending' && operation.state !== 'InProgress';
}

/** Whether a filter means an operation. */
export function matchesFilter(operation: Operation, filter: OperationFilter): boolean {
  if (filter.id !== undefined && operation.id !== filter.id) return false;
  return !filter.tools?.length || filter.tools.some((name) => operation.request.tool.startsWith(name));
}
