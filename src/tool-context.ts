import type { Logger } from './logger';
import type { CallOutcome } from './outcome';
import type { ToolResult } from './tool-result';

/** How a call arrived. All doors lead to the same `registry.call`. */
export type Door = 'client' | 'run' | 'prompt' | 'resource' | 'sequence' | 'operation' | 'shell' | 'tool';

/** The progress of a call. */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** A question for the user, asked through the client. */
export interface Question {
  message: string;
  /** Flat JSON Schema of the answer; a plain confirmation if absent. */
  schema?: Record<string, unknown>;
}

/** The user's answer. */
export interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

/** The connection of a call, as visible to a tool. */
export interface Session {
  readonly id: string;
  readonly client?: { name: string; version: string } | undefined;
  /** Asks the user; absent if the client does not support it. */
  readonly ask?: ((question: Question, signal?: AbortSignal) => Promise<Answer>) | undefined;
  /** Returns the client's root directories as file paths; absent if the client offers none. */
  readonly roots?: (() => Promise<readonly string[]>) | undefined;
  /** Sends a notification to the client, if it wants it. */
  readonly notify?: (method: string, params: Record<string, unknown>) => void;
}

/** What a tool receives besides its arguments. */
export interface ToolContext {
  /** The tool's bare name. */
  readonly tool: string;
  readonly door: Door;
  readonly session: Session | undefined;
  /** Aborted on cancellation, timeout and shutdown. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** The most tokens that the answer may have, for tools that return pages; undefined if the caller takes everything. */
  readonly budget?: number | undefined;
  /** Reports progress; does nothing if the caller did not request it. */
  progress(update: Progress): void;
  /** Sets the result so far, for callers that ask about a background operation. */
  soFar(result: ToolResult): void;
  /** Calls another tool by its bare name: validation, policy and consent apply, no log lines are written. */
  call(tool: string, args?: Record<string, unknown>): Promise<CallOutcome>;
}
