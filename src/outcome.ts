import type { ContentBlock, ToolResult } from './tool-result';
import type { Result } from './result';

/** A string argument that contained the JSON the schema requires, and was parsed as that. */
export interface Repair {
  field: string;
  from: string;
  to: string;
}

/** The outcome of a call, before it is rendered for a door: a Result, content blocks, or a plain value. */
export interface CallOutcome {
  readonly result: Result | ToolResult;
  readonly isError: boolean;
  readonly repairs: readonly Repair[];
  /** Whether a client is sent the value alone, without the Result around it. */
  readonly bare?: boolean;
  /** What the client is sent, if that has been decided already. */
  readonly wire?: WireResult;
  /** The id of the operation that carries the call on in the background. */
  readonly operation?: string;
  /** Whether it is the recorded answer of an earlier call with the same key. */
  readonly replayed?: boolean;
  /** The question that an earlier call with the same key ended with, as JSON text of a result. */
  readonly asked?: string;
}

/** A tool result as sent to the client. */
export interface WireResult {
  content: readonly ContentBlock[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  _meta?: Record<string, unknown>;
}
