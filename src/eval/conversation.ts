import type { Candidate } from './candidate';

/** A call that a model wants to make. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** Its arguments; undefined if they are no JSON object. */
  readonly args: Readonly<Record<string, unknown>> | undefined;
  /** What was sent in their place. */
  readonly malformed?: string;
}

/** What a model answered. */
export interface ModelReply {
  readonly calls: readonly ModelCall[];
  readonly text: string;
  /** Whether it declined to answer at all. */
  readonly refused: boolean;
  readonly usage: Usage;
  /** The answer as the API takes it back in the next request. */
  readonly message: unknown;
}

/** The tokens that a request was billed for. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** What a call returned, as the model is told. */
export interface CallResult {
  readonly id: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One answer of the model, and what its calls returned. */
export interface ModelTurn {
  readonly reply: ModelReply;
  readonly results: readonly CallResult[];
}

/** What a model is asked: a task with the tools of a candidate, and the turns so far. */
export interface ModelQuestion {
  readonly candidate: Candidate;
  readonly system: string;
  readonly ask: string;
  readonly turns: readonly ModelTurn[];
}

/** How a model is to answer. */
export interface ModelChoice {
  readonly model: string;
  /** The most tokens of one answer. */
  readonly maxOutput: number;
  readonly temperature?: number | undefined;
}

/** One of the two APIs that models are reached by. */
export interface ModelApi {
  readonly name: 'anthropic' | 'openai';
  /** What comes after the base address. */
  readonly path: string;
  headers(key: string | undefined): Record<string, string>;
  body(question: ModelQuestion, options: ModelChoice): Record<string, unknown>;
  /** Reads the body of an answer; undefined if it is none. */
  reply(body: unknown): ModelReply | undefined;
}
