import { appendFileSync } from 'node:fs';
import type { JsonSchema } from '../base/json-schema';
import { renderOutcome } from '../calls/render';
import { hideValues } from '../json/hide-values';
import { knownSecrets, type KnownSecrets } from '../json/known-secrets';
import { withoutSecrets } from '../json/without-secrets';
import type { CallOutcome } from '../outcome';
import type { Middleware } from '../calls/pipeline';
import { argumentsOf } from '../tool/arguments-of';
import type { ToolShape } from '../tool/tool';
import { HeardQuestions } from './heard-questions';
import { hideInside } from './hide-inside';
import { outsideCause, type OutsideCause } from './outside-cause';
import { recordedQuestion, type RecordedQuestion } from './recorded-question';
import { hideAnswer } from './secret-answers';
import { ToolReply } from './tool-reply';
import { inTestDirectory } from './working-copy';

/** One recorded call: the tool's bare name, its arguments, and what it answered. */
export interface RecordedCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  /** Whether the tool declares that it only reads (`readOnlyHint`); absent in older recordings. */
  readonly readOnly?: true;
  /** Whether it was answered before it was done, so that a test has to wait for the result. */
  readonly background?: true;
  /** What the user was asked, in order; absent if the client offered no way to ask, and in older recordings. */
  readonly asked?: readonly RecordedQuestion[];
  /** Whether the client's model was asked, whose answers are not recorded. */
  readonly sampled?: true;
  /** What besides the tool and its arguments made the call end as it did; absent if nothing did, and in older recordings. */
  readonly because?: OutsideCause;
  /** How long it took, in whole seconds; absent if that was less than two, and in older recordings. */
  readonly seconds?: number;
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
  /** Whether it declares that it only reads. */
  readonly readOnly?: boolean | undefined;
}

/** How a call ended, and why so if not by the tool and its arguments alone. */
interface EndedCall {
  readonly outcome: CallOutcome;
  readonly because: OutsideCause | undefined;
}

/** What is known of the questions of a call. */
export type Heard = Pick<HeardQuestions, 'canAsk' | 'questions' | 'askedModel'>;

/**
 * A middleware that appends every call of a client to a file, one JSON object a line, for `testsFrom`; one that goes on in
 * the background is appended when it ends. What the user was asked, and said, is appended with it. In the place of a secret in
 * arguments and answers of the user, and of its value in the answer of the tool, it stores `•••`.
 */
export function recordCalls(file: string): Middleware {
  const place = inTestDirectory(file);
  // By their arguments: an operation is run with those of the call that began it.
  const begun = new WeakSet<object>();
  const ended = new WeakMap<object, EndedCall>();
  const conversations = new WeakMap<object, HeardQuestions>();
  const starts = new WeakMap<object, number>();
  // Only the call of the client has one.
  const budgets = new WeakMap<object, number>();
  // A tool that carries the arguments of another calls it before it is recorded itself.
  const called = new Set<ToolShape>();
  return async (call, next) => {
    const { tool, args, options } = call;
    called.add(tool);
    if (options.door !== 'client' && options.door !== 'operation') return next();
    const conversation = conversations.get(args) ?? new HeardQuestions(options.session?.ask !== undefined);
    conversations.set(args, conversation);
    call.context.hear(conversation);
    if (!starts.has(args)) starts.set(args, performance.now());
    const { budget } = call.context;
    if (budget !== undefined) budgets.set(args, budget);
    const outcome = await next();
    const end: EndedCall = { outcome, because: outsideCause(call, outcome, budgets.get(args)) };
    const append = ({ outcome, because }: EndedCall, background: boolean): void => {
      const secrets = knownSecrets([...called].map(argumentsOf));
      const { inputSchema, annotations } = tool.describe();
      const declared = { inputSchema, secrets, readOnly: annotations?.readOnlyHint };
      const reply = new ToolReply(tool.name, renderOutcome(outcome), []);
      const recorded = recordedCall(reply, args, declared, conversation);
      const seconds = Math.floor((performance.now() - starts.get(args)!) / 1_000);
      const line = {
        ...recorded,
        ...(background && { background }),
        ...(because && { because }),
        ...(seconds >= 2 && { seconds }),
      };
      appendFileSync(place, `${JSON.stringify(line)}\n`);
    };
    if (options.door === 'operation') {
      if (begun.has(args)) append(end, true);
      else ended.set(args, end);
      return outcome;
    }
    // The call is made again with the answers, to the same questions first.
    if (options.asking?.asksBack) return outcome;
    const done = ended.get(args);
    // A tool in the background that asks is waited for in one era, and answered for at once in the other.
    const mayGoOn = tool.synchronous === false && conversation.questions.length > 0;
    if (outcome.operation === undefined) append(end, mayGoOn);
    else if (done) append(done, true);
    else begun.add(args);
    return outcome;
  };
}

/** Returns a call and its answer as they are recorded: without secrets. */
export function recordedCall(
  reply: ToolReply,
  given: Record<string, unknown>,
  { inputSchema, secrets, readOnly }: RecordedTool,
  { canAsk, questions, askedModel }: Heard,
): RecordedCall {
  const { tool, isError, errorType, operation } = reply;
  const hide = (text: string): string =>
    questions.reduce(
      (shown, asked) => hideAnswer(shown, asked, secrets),
      hideValues(text, given, inputSchema, secrets),
    );
  const call = {
    tool,
    args: withoutSecrets(given, inputSchema, secrets),
    ...(readOnly && { readOnly }),
    ...(canAsk && { asked: questions.map((asked) => recordedQuestion(asked, secrets, hide)) }),
    ...(askedModel && { sampled: true as const }),
  };
  if (operation !== undefined) return { ...call, background: true };
  const value = hideInside(reply.value, hide);
  if (!isError) return { ...call, ...(value !== undefined && { value }) };
  return { ...call, error: hide(reply.error ?? ''), ...(errorType !== undefined && { errorType }) };
}
