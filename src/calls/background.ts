import type { CallOutcome } from '../outcome';
import type { Session, ToolContext } from '../tool-context';
import type { InputRequest, ReadAnswer } from './input-request';
import type { OnceValues } from './once-values';

/** A call as plain data, so that any engine, local or remote, can run it. */
export interface OperationRequest {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly caller: {
    /** Whose operation it is; see `ownerOf`. */
    readonly id: string;
    /** Where the caller's connection is held while the operation runs. */
    readonly connection?: string;
    readonly client?: string;
  };
  /** Whether the client asked for a task. */
  readonly task?: boolean;
}

/** How a call that goes to the background was made. */
export interface BackgroundOptions {
  /** Returns the id at once, instead of waiting a little for the result. */
  readonly detached?: boolean | undefined;
  /** What must not happen again if the call is run again. */
  readonly once?: OnceValues | undefined;
}

/** Runs calls in the background; returns an id, or the result if it is ready soon enough. */
export interface BackgroundRunner {
  submit(request: OperationRequest, context: ToolContext, options: BackgroundOptions): Promise<CallOutcome>;
}

/** The questions of one running operation, put to whoever follows it. */
export interface OperationQuestions {
  /** The id of the task, if the client asked for one. */
  readonly task: string | undefined;
  /** Shows a question until it is answered through the engine; rejects when nobody answers in time. */
  ask<T>(key: string | undefined, request: InputRequest, read: ReadAnswer<T>): Promise<T>;
  /** Shows a question that is answered in another way, until that has happened. */
  show<T>(request: InputRequest, answer: () => Promise<T>): Promise<T>;
}

/** A session that knows how its client takes part in background operations. */
export interface OperationSession extends Session {
  /** Whether its client hears of the end of an operation after the call was answered. */
  readonly hearsEnd: boolean;
  /** The same session for a tool that runs in the background. */
  inBackground(questions: OperationQuestions): Session;
}

/** Returns a session as one that takes part in background operations; undefined if it doesn't. */
export function operationSession(session: Session | undefined): OperationSession | undefined {
  return session && 'inBackground' in session ? (session as OperationSession) : undefined;
}
