import type { OperationRequest } from '../calls/background';
import type { InputRequest } from '../calls/input-request';
import type { ForCode } from '../calls/plain-outcome';
import type { ProtocolError } from '../errors';
import type { WireResult } from '../outcome';
import { ownerOf } from '../owner';
import type { Progress, Session } from '../tool-context';

/** The state of an operation; the last four are final. */
export type OperationState = 'Pending' | 'InProgress' | 'Completed' | 'Failed' | 'Cancelled' | 'TimedOut';

/** A call that runs in the background; plain data, so that any engine can store it anywhere. */
export interface Operation {
  readonly id: string;
  readonly request: OperationRequest;
  readonly state: OperationState;
  /** Milliseconds since the epoch: when it was requested, started and ended. */
  readonly createdAt: number;
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** When a caller first waited for it. */
  readonly firstWaitAt?: number;
  readonly progress?: Progress;
  /** The result if it ended now, if its tool reports one; removed once there is a final result. */
  readonly soFar?: WireResult | undefined;
  /** Why it was cancelled. */
  readonly reason?: string;
  /** The result of the call. */
  readonly result?: WireResult;
  readonly forCode?: ForCode;
  /** The questions that wait for an answer, and since when that is so. */
  readonly questions?: Readonly<Record<string, InputRequest>> | undefined;
  readonly askedAt?: number;
  /** What `context.once` produced in another process, for the case that the call is made again. */
  readonly once?: Readonly<Record<string, unknown>>;
  /** The error, if the call could not be carried out at all. */
  readonly error?: ProtocolError;
  /** The capability that the client lacks, if it failed for that. */
  readonly missing?: Readonly<Record<string, unknown>>;
}

/** How a call ended. */
export interface Finished {
  readonly state: Exclude<OperationState, 'Pending' | 'InProgress'>;
  readonly result: WireResult;
  readonly forCode?: ForCode;
  readonly error?: ProtocolError;
  readonly missing?: Readonly<Record<string, unknown>>;
}

/** Selects operations: one by id, those of tools by name prefix, or all. */
export interface OperationFilter {
  readonly id?: string;
  readonly tools?: readonly string[];
  /** The caller whose operations are meant; those of all if absent. */
  readonly caller?: string;
}

/** Returns whether an operation has ended. */
export function isFinal(operation: Operation): boolean {
  return operation.state !== 'Pending' && operation.state !== 'InProgress';
}

/** Returns the filter for what a caller may see: its own operations. */
export function ownedBy(session: Session | undefined): OperationFilter {
  return { caller: ownerOf(session) };
}

/** Returns whether an operation matches a filter. */
export function matchesFilter(operation: Operation, filter: OperationFilter): boolean {
  if (filter.id !== undefined && operation.id !== filter.id) return false;
  if (filter.caller !== undefined && operation.request.caller.id !== filter.caller) return false;
  return !filter.tools?.length || filter.tools.some((name) => operation.request.tool.startsWith(name));
}
