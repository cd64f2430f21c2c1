import { appendFileSync } from 'node:fs';
import { renderOutcome } from '../calls/render';
import type { CallOutcome } from '../outcome';
import type { Middleware } from '../calls/pipeline';
import { ToolReply } from './tool-reply';

/** One recorded call: the tool's bare name, its arguments, and what it answered. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Whether it was answered before it was done, so that a test has to wait for the result. */
  readonly background?: true;
  /** The value of a success. */
  readonly value?: unknown;
  /** The message of a failure, and its type if the tool names one. */
  readonly error?: string;
  readonly errorType?: string;
}

/**
 * A middleware that appends every call of a client to a file, one JSON object a line, for `testsFrom`; one that goes on in
 * the background is appended when it ends. Arguments and answers are stored as they are: don't record calls that carry secrets.
 */
export function recordCalls(file: string): Middleware {
  // By their arguments: an operation is run with those of the call that began it.
  const begun = new WeakSet<object>();
  const ended = new WeakMap<object, CallOutcome>();
  return async (call, next) => {
    const outcome = await next();
    const { tool, args } = call;
    const append = (what: CallOutcome, background = false): void => {
      const recorded = recordedCall(new ToolReply(tool.name, renderOutcome(what), []), args);
      const line = background ? { ...recorded, background } : recorded;
      appendFileSync(file, `${JSON.stringify(line)}\n`);
    };
    if (call.options.door === 'operation') {
      if (begun.has(args)) append(outcome, true);
      else ended.set(args, outcome);
    } else if (call.options.door === 'client') {
      const done = ended.get(args);
      if (outcome.operation === undefined) append(outcome);
      else if (done) append(done, true);
      else begun.add(args);
    }
    return outcome;
  };
}

/** Returns a call and its answer as they are recorded. */
export function recordedCall(reply: ToolReply, args: Record<string, unknown>): RecordedCall {
  const { tool, isError, value, error, errorType, operation } = reply;
  if (operation !== undefined) return { tool, args, background: true };
  if (!isError) return { tool, args, ...(value !== undefined && { value }) };
  return { tool, args, error: error ?? '', ...(errorType !== undefined && { errorType }) };
}
