import { authorFrames } from '../base/author-frames';
import { renderOutcome } from '../calls/render';
import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import { assertNone } from './asserts';
import { aboutTest, fromTest } from './from-test';
import type { CallOutcome } from '../outcome';
import type { ToolShape } from '../tool/tool';
import { agreeingClient } from './agreeing-client';
import { noticed } from './forgotten-await';
import { firstExamples, FuzzArguments } from './fuzz-arguments';
import { FuzzFailures } from './fuzz-failures';
import { FuzzRefusals } from './fuzz-refusals';
import { show } from './show-value';
import { Random } from './seeded-random';
import { RequestRefusedError } from './request-refused-error';
import { RunWatch } from './run-watch';
import { fuzzedArguments, shownMessage } from './fuzzed-arguments';
import { serverBehind, type ListedTool, type TestClient } from './test-client';
import { whyUnlisted } from './why-unlisted';
import { ToolReply } from './tool-reply';
import { Watchdog } from './fuzz-watchdog';

// How much longer than its patience a thread may be busy with something else.
const BLOCKED_MS = 2_000;

/** How a tool is fuzzed. */
export interface FuzzOptions {
  /** How many calls are made, half of them hostile; 200 by default. */
  readonly runs?: number;
  /** Repeats the calls of an earlier run; the message of a failure names it. */
  readonly seed?: number;
  /** How long a call may take before it counts as hanging, in milliseconds; 5,000 by default. */
  readonly patience?: number;
  /** Which failures are right for a tool with valid arguments: their error types, such as `not_found`; `untyped` for one that names none. */
  readonly expectedErrors?: readonly string[];
  /** Arguments that the tool takes, besides its author's examples: further ones are made from them. Required ones that are missing are made up. */
  readonly examples?: readonly Readonly<Record<string, unknown>>[];
}

/** How many calls of each kind were made. */
export interface FuzzReport {
  readonly seed: number;
  readonly succeeded: number;
  readonly refused: number;
  /** In how many of them the tool's `run` was called. */
  readonly reached: number;
}

/**
 * Calls a tool with valid and with hostile arguments, made from its examples and its schema; a user who agrees to everything answers
 * where the client has none. Throws on the first crash (an exception out of `run`), hang, internal error, or answer that can't be sent or breaks
 * the tool's output schema, with the arguments and the seed; and in the end, if no call ever reached `run`, or none that did succeeded or failed
 * as expected.
 */
export function fuzz(client: TestClient, tool: string, options: FuzzOptions = {}): Promise<FuzzReport> {
  return noticed(client, `fuzz(client, '${tool}')`, () =>
    fromTest(fuzz, () => fuzzed(client, tool, options)),
  );
}

async function fuzzed(client: TestClient, tool: string, options: FuzzOptions): Promise<FuzzReport> {
  const { runs = 200, seed = Math.floor(Math.random() * 2 ** 31), patience = 5_000 } = options;
  if (!Number.isInteger(runs) || runs < 1)
    throw new RangeError(
      `fuzz: \`runs\` must be a whole number of at least 1, not ${show(runs)}; without calls nothing is tested.`,
    );
  const { registry } = serverBehind(client).table;
  const shape = registry.list().find((each) => registry.exposedName(each) === tool);
  const tools = await client.tools();
  const listed = tools.find(({ name }) => name === tool);
  if (!listed || !shape) throw aboutTest(new Error(whyUnlisted(tool, tools, shape, registry)));
  const random = new Random(seed);
  const examples = await firstExamples(shape, listed.inputSchema, options.examples);
  const made = new FuzzArguments(listed.inputSchema, random, isValidFor(shape), examples);
  const agreeing = await agreeingClient(client, random);
  const watch = RunWatch.of(registry.observers);
  // An endless loop blocks every timer of this thread, the one for `patience` too.
  const watchdog = new Watchdog(patience * 2 + BLOCKED_MS);
  const refusals = new FuzzRefusals();
  const failures = new FuzzFailures(options.expectedErrors ?? []);
  const counts = { succeeded: 0, refused: 0, reached: 0 };
  watch.begin(shape);
  try {
    for (let run = 0; run < runs; run++) {
      const isHostile = run % 2 === 1;
      const args = isHostile ? made.hostile() : await made.valid();
      const told = (problem: string): string =>
        `${tool} ${shownMessage(problem)}\nArguments: ${fuzzedArguments(args)}\nSeed: ${seed}`;
      watchdog.watch(told('never returned, so the process is ended'));
      const answer = await answerTo(agreeing, tool, args, patience);
      const { ran, refusedBy, failure } = watch.take(shape);
      const reply = answer === undefined ? late(patience, shape) : wholeFailure(answer, failure);
      const problem = typeof reply === 'string' ? reply : problemOf(reply, listed, options);
      assertNone(problem && told(problem), fuzz);
      const { isError, error = 'it was answered without being run', errorType } = reply as ToolReply;
      counts[isError ? 'refused' : 'succeeded']++;
      if (ran) counts.reached++;
      if (ran) failures.add(isError, error, errorType, args);
      if (ran && !isHostile) made.reached(args);
      if (!ran && !isHostile) refusals.add(refusedBy, error, args);
    }
  } finally {
    watch.leave(shape);
    await watchdog.end();
    if (agreeing !== client) await agreeing.close();
  }
  const never = (counts.reached ? failures : refusals).told(tool, fuzzedArguments);
  assertNone(never && `${never}\nSeed: ${seed}`, fuzz);
  return { seed, ...counts };
}

// Rules that can't be asked without what they need, such as a service, decide when the tool is called.
function isValidFor(tool: ToolShape): (args: Record<string, unknown>) => Promise<boolean> {
  return async (args) => {
    try {
      return (await tool.check(structuredClone(args))).ok;
    } catch {
      return true;
    }
  };
}

// Undefined if there was no answer in time.
async function answerTo(
  client: TestClient,
  tool: string,
  args: Record<string, unknown>,
  patience: number,
): Promise<ToolReply | string | undefined> {
  const signal = AbortSignal.timeout(patience);
  try {
    return await client.resultOf(await client.call(tool, args, { signal }), { signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    const { message } = error as Error;
    return error instanceof RequestRefusedError
      ? `was answered with the protocol error ${error.code}: ${message}`
      : `could not be called: ${message}`;
  }
}

// Of a failure with a long message only the beginning is sent, without its type.
function wholeFailure(answer: ToolReply | string, failure: CallOutcome | undefined): ToolReply | string {
  if (typeof answer === 'string' || !failure || !answer.isError || answer.errorType !== undefined)
    return answer;
  const { result, isError } = failure;
  const thrownAt = authorFrames((result as { exception?: unknown }).exception);
  return new ToolReply(
    answer.tool,
    renderOutcome({ result, isError, repairs: [] }),
    answer.progress,
    thrownAt,
  );
}

function late(patience: number, { synchronous }: ToolShape): string {
  const waits = synchronous === false ? ' It runs in the background, and fuzz waits for its end.' : '';
  return `did not answer within ${patience} ms.${waits} If it may take longer, give fuzz a larger \`patience\`, in milliseconds.`;
}

function problemOf(reply: ToolReply, { outputSchema }: ListedTool, options: FuzzOptions): string | undefined {
  const { errorType } = reply;
  // Whatever failures are right for the tool, it meant to answer.
  if (reply.exceptionType === 'ToolOutputError') return `answered wrongly: ${reply.error}`;
  if (errorType !== undefined && options.expectedErrors?.includes(errorType)) return undefined;
  // What a tool throws on purpose is one of the package's own errors.
  if (errorType === 'execution_error' && !reply.exceptionType?.startsWith('Tool'))
    return [`crashed: ${reply.error}`, ...reply.thrownAt.slice(0, 1)].join(' ');
  if (errorType === 'timeout') return `ran into its time limit: ${reply.error}`;
  if (errorType === 'result_error') return `returned what can't be sent: ${reply.error}`;
  if (reply.isError || !outputSchema || reply.wire.structuredContent === undefined) return undefined;
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(outputSchema)(reply.wire.structuredContent, report);
  const [first] = report.problems;
  return first && `returned what its output schema refuses: ${first.field} ${first.message}`;
}
