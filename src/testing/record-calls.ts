import { appendFileSync } from 'node:fs';
import { HIDDEN } from '../base/hidden';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { renderOutcome } from '../calls/render';
import { hideValues } from '../json/hide-values';
import { knownSecrets, type KnownSecrets } from '../json/known-secrets';
import { withoutSecrets } from '../json/without-secrets';
import type { CallOutcome } from '../outcome';
import type { Middleware } from '../calls/pipeline';
import { argumentsOf } from '../tool/arguments-of';
import type { ToolShape } from '../tool/tool';
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

/** What has to be known of a tool to record a call of it without secrets. */
export interface RecordedTool {
  readonly inputSchema: JsonSchema;
  readonly secrets: KnownSecrets;
}

/**
 * A middleware that appends every call of a client to a file, one JSON object a line, for `testsFrom`; one that goes on in
 * the background is appended when it ends. In the place of a secret argument, and of its value in the
 * answer, it stores `•••`.
 */
export function recordCalls(file: string): Middleware {
  // By their arguments: an operation is run with those of the call that began it.
  const begun = new WeakSet<object>();
  const ended = new WeakMap<object, CallOutcome>();
  // A tool that carries the arguments of another calls it before it is recorded itself.
  const called = new Set<ToolShape>();
  return async (call, next) => {
    called.add(call.tool);
    const outcome = await next();
    const { tool, args } = call;
    const append = (what: CallOutcome, background = false): void => {
      const secrets = knownSecrets([...called].map(argumentsOf));
      const declared = { inputSchema: tool.describe().inputSchema, secrets };
      const recorded = recordedCall(new ToolReply(tool.name, renderOutcome(what), []), args, declared);
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

/** Returns a call and its answer as they are recorded: without secrets. */
export function recordedCall(
  reply: ToolReply,
  given: Record<string, unknown>,
  { inputSchema, secrets }: RecordedTool,
): RecordedCall {
  const { tool, isError, errorType, operation } = reply;
  const args = withoutSecrets(given, inputSchema, secrets);
  if (operation !== undefined) return { tool, args, background: true };
  const hide = (text: string): string => hideValues(text, given, inputSchema, secrets);
  const value = hiddenIn(reply.value, hide);
  if (!isError) return { tool, args, ...(value !== undefined && { value }) };
  return { tool, args, error: hide(reply.error ?? ''), ...(errorType !== undefined && { errorType }) };
}

function hiddenIn(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value === 'number') return hide(String(value)) === HIDDEN ? HIDDEN : value;
  if (Array.isArray(value)) return value.map((item) => hiddenIn(item, hide));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hiddenIn(inner, hide)]));
}
