import type { Prices } from './budget';
import type { Candidate } from './candidate';
import type { CallResult, ModelApi, ModelChoice } from './conversation';
import type { Sent } from './http-channel';
import type { TaskFile } from './task';

/** Everything that decides what a model is asked: the same evaluation asks the same. */
export interface Evaluation extends TaskFile {
  /** The version of this format. */
  readonly format: 1;
  readonly api: ModelApi['name'];
  readonly model: ModelChoice;
  /** How often each task is asked. */
  readonly runs: number;
  /** How many answers a model may give; the tools are run between them. */
  readonly turns: number;
  /** What is evaluated: one server, or two that are compared. */
  readonly candidates: readonly Candidate[];
  readonly prices?: Prices | undefined;
}

/** One request, what became of it, and what the calls in its answer returned. */
export interface ModelExchange {
  readonly request: Readonly<Record<string, unknown>>;
  readonly sent: Sent;
  readonly results: readonly CallResult[];
}

/** What was said in one run of a task; without keys, since none is part of a request. */
export interface Transcript {
  /** The place of the candidate in the evaluation. */
  readonly candidate: number;
  /** The place of the task in the evaluation. */
  readonly task: number;
  readonly run: number;
  readonly exchanges: readonly ModelExchange[];
}

/** What an evaluation ended in: what was said, and whether a limit stopped it. */
export interface Evaluated {
  readonly transcripts: readonly Transcript[];
  readonly stopped?: string | undefined;
}
