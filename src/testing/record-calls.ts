import { appendFileSync } from 'node:fs';
import { renderOutcome } from '../calls/render';
import type { Middleware } from '../calls/pipeline';
import { ToolReply } from './tool-reply';

/** One recorded call: the tool's bare name, its arguments, and what it answered. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** The value of a success. */
  readonly value?: unknown;
  /** The message of a failure, and its type if the tool names one. */
  readonly error?: string;
  readonly errorType?: string;
}

/**
 * A middleware that appends every call of a client to a file, one JSON object a line, for `testsFrom`. Arguments and
 * answers are stored as they are: don't record calls that carry secrets.
 */
export function recordCalls(file: string): Middleware {
  return async (call, next) => {
    const outcome = await next();
    if (call.options.door === 'client') {
      const reply = new ToolReply(call.tool.name, renderOutcome(outcome), []);
      appendFileSync(file, `${JSON.stringify(recordedCall(reply, call.args))}\n`);
    }
    return outcome;
  };
}

/** Returns a call and its answer as they are recorded. */
export function recordedCall(reply: ToolReply, args: Record<string, unknown>): RecordedCall {
  const { tool, isError, value, error, errorType } = reply;
  if (!isError) return { tool, args, ...(value !== undefined && { value }) };
  return { tool, args, error: error ?? '', ...(errorType !== undefined && { errorType }) };
}
