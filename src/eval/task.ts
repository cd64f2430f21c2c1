import type { JsonSchema } from '../base/json-schema';

/** One thing that a user asks for, and what a model should do about it. */
export interface EvalTask {
  readonly id: string;
  /** What the user says. */
  readonly ask: string;
  /** The tools of which each is right; none if no tool should be called. */
  readonly expect: readonly string[];
  /** What the arguments must contain, at any depth. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  /** What the arguments must fit besides. */
  readonly argumentsSchema?: JsonSchema;
  /** Tools that must not be called, whatever else is. */
  readonly forbid: readonly string[];
}

/** A file of tasks. */
export interface TaskFile {
  /** What a model is told before each task, after the server's own instructions. */
  readonly system?: string;
  readonly tasks: readonly EvalTask[];
}
