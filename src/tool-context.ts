import type { AskableQuestion } from './base/askable-question';
import type { CallerRoots } from './base/caller-roots';
import type { QuestionSchema } from './base/question-schema';
import type { Logger } from './logger';
import type { CallOutcome } from './outcome';

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
  /** Flat JSON Schema of the answer, with defaults and choices; a plain confirmation if absent. One that is only known at run time is judged there. */
  schema?: QuestionSchema | Record<string, unknown>;
  /** A page for the user to visit instead of a form to fill in, for what must not pass through the client. */
  url?: string;
  /** A name for the question; numbered by default. */
  key?: string;
}

/** The user's answer: what was filled in, which is empty if nothing was asked for, or a refusal. */
export type UserAnswer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' | 'cancel'; content?: undefined };

/** A request to the client's model. */
export interface SampleRequest {
  readonly messages: readonly { role: 'user' | 'assistant'; content: unknown }[];
  readonly maxTokens: number;
  readonly systemPrompt?: string;
  readonly temperature?: number;
  readonly stopSequences?: readonly string[];
  readonly modelPreferences?: Readonly<Record<string, unknown>>;
  /** A name for the request; numbered by default. */
  readonly key?: string;
}

/** What the client's model said. */
export interface Sample {
  readonly role: 'user' | 'assistant';
  readonly content: unknown;
  readonly model: string;
  readonly stopReason?: string;
}

/** Asks the user. A question that MCP has no form for is refused before anybody is asked; where the compiler can see that, it is a compile error. */
export type AskUser = <const Asked extends Question>(
  question: Asked & AskableQuestion<Asked>,
  signal?: AbortSignal,
) => Promise<UserAnswer>;

/** What an operator grants a caller over the network. */
export interface Grant {
  /** Returns whether a tool, by its bare name, may be seen and called. */
  allows(tool: string): boolean;
  /** The directories that its calls may access; what the client offers as roots then doesn't count. */
  readonly roots?: CallerRoots | undefined;
  /** The most tokens of one answer, if that is less than the tool's own limit. */
  readonly answerBudget?: number | undefined;
}

/** The connection of a call, as visible to a tool. */
export interface Session {
  readonly id: string;
  /** The name of the authenticated caller over the network; absent elsewhere. */
  readonly principal?: string | undefined;
  /** What the caller may do; everything if absent. */
  readonly grant?: Grant | undefined;
  readonly client?: { name: string; version: string } | undefined;
  /** The key of the project that the caller had chosen when its call was handed to another process; absent elsewhere. */
  readonly project?: string | undefined;
  /** Asks the user; absent if the client does not support it. */
  readonly ask?: AskUser | undefined;
  /** Lets the client's model answer; absent if the client does not support it. */
  readonly sample?: ((request: SampleRequest, signal?: AbortSignal) => Promise<Sample>) | undefined;
  /** Returns the root directories that a legacy client offers, as file paths; absent if it offers none. */
  readonly roots?: (() => Promise<readonly string[]>) | undefined;
  /** Asks for the client's root directories in either era; in the modern one that takes a round trip, as a question does. */
  readonly requestRoots?: ((key?: string) => Promise<readonly string[]>) | undefined;
  /** Sends a notification to the client, if it wants it. */
  readonly notify?: (method: string, params: Record<string, unknown>) => void;
}

/** Returns whether the caller of a session may see and call a tool, by its bare name. */
export function isGranted(session: Session | undefined, tool: string): boolean {
  return session?.grant?.allows(tool) ?? true;
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
  readonly progress: (update: Progress) => void;
  /** Sets the result so far, of any kind that `run` may return, for callers that ask about a background operation. */
  readonly soFar: (result: unknown) => void;
  /**
   * Does something at most once in this call, even if the call is run again after a question, and returns its value,
   * which must be JSON.
   */
  readonly once: <T>(key: string, action: () => T | Promise<T>) => Promise<T>;
  /** Calls another tool by its bare name: validation, policy and consent apply, no log lines are written. */
  readonly call: (tool: string, args?: Record<string, unknown>) => Promise<CallOutcome>;
}
