import type { WrittenRule } from '../base/caller-roots';
import type { LogLevel } from '../logger';
import type { CallOutcome } from '../outcome';
import type { Session, ToolContext } from '../tool-context';
import type { CallOrigin } from './call-report';
import type { InputRequest, ReadAnswer } from './input-request';
import type { OnceValues } from './once-values';

/** Whom an operation runs for, as data: it narrows what the call may do in another process as it did where it was accepted. */
export interface CallerData {
  readonly session: string;
  readonly principal?: string;
  readonly client?: { readonly name: string; readonly version: string };
  /** What the caller may do; everything if absent. */
  readonly grant?: {
    /** The tools that may be called, by their bare names. */
    readonly tools: readonly string[];
    readonly roots?: readonly string[];
    /** The rule that set the roots. */
    readonly rootsSetBy?: WrittenRule;
    readonly answerBudget?: number;
  };
  /** The directories that the client offered. */
  readonly roots?: readonly string[];
  /** The project that the caller chose, by its key. */
  readonly project?: string;
  /** What the client can be asked, as it declared it. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The lowest level of the log that the client wants; nothing of it if absent. */
  readonly logLevel?: LogLevel;
}

/** A notification to the client of a call. */
export interface Notice {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

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
    /** The caller as data, where the call may run in another process. */
    readonly data?: CallerData;
  };
  /** What `context.once` produced before the call was made again, where the call may run in another process. */
  readonly once?: Readonly<Record<string, unknown>>;
  /** Whether the client asked for a task. */
  readonly task?: boolean;
  /** Where it was begun, so that what is observed of it belongs together. */
  readonly trace?: CallOrigin;
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
  /** What its client can be asked, as it declared it. */
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The lowest level of the log that its client wants; undefined for nothing of it. */
  readonly logLevel: LogLevel | undefined;
  /** Whether questions go out with the reply to the call, which is then made again. */
  readonly asksInReply: boolean;
  /** The same session for a tool that runs in the background. */
  inBackground(questions: OperationQuestions): Session;
}

/** Returns a session as one that takes part in background operations; undefined if it doesn't. */
export function operationSession(session: Session | undefined): OperationSession | undefined {
  return session && 'inBackground' in session ? (session as OperationSession) : undefined;
}
