import type { Logger } from './logger';
import type { CallOutcome } from './outcome';
import type { ToolResult } from './tool-result';

/** Through which door a call came in. All doors lead to the same `registry.call`. */
export type Door = 'client' | 'run' | 'prompt' | 'resource' | 'sequence' | 'operation' | 'shell' | 'tool';

/** How far a call has come. */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** A question put to the user through the client. */
export interface Question {
  message: string;
  /** Flat JSON Schema of the answer; a plain confirmation when absent. */
  schema?: Record<string, unknown>;
}

/** What the user answered. */
export interface Answer {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, unknown>;
}

/** The connection a call came from, as far as a tool may know it. */
export interface Session {
  readonly id: string;
  readonly client?: { name: string; version: string } | undefined;
  /** Asks the user; absent when the client can't. */
  readonly ask?: ((question: Question, signal?: AbortSignal) => Promise<Answer>) | undefined;
  /** The client's root directories as file paths; absent when the client offers none. */
  readonly roots?: (() => Promise<readonly string[]>) | undefined;
  /** Sends a log record or a word to the client, if it wants them. */
  readonly notify?: (method: string, params: Record<string, unknown>) => void;
}

/** What a tool is handed besides its arguments. */
export interface ToolContext {
  /** The tool's bare name. */
  readonly tool: string;
  readonly door: Door;
  readonly session: Session | undefined;
  /** Aborted on cancellation, time-out and shutdown. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /** Reports progress; nothing happens when the caller didn't ask for it. */
  progress(update: Progress): void;
  /** Leaves what there would be to give if it ended now, for whoever asks about a background operation. */
  soFar(result: ToolResult): void;
  /** Calls another tool by its bare name: validation, policy and consent hold, no log lines are written. */
  call(tool: string, args?: Record<string, unknown>): Promise<CallOutcome>;
}
