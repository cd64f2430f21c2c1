import { nearestNames } from '../base/names';
import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import { assertNone } from './asserts';
import { Random } from './seeded-random';
import { hostileArguments, likelyArguments } from './random-arguments';
import { RequestRefusedError } from './memory-wire';
import type { ListedTool, TestClient } from './test-client';
import type { ToolReply } from './tool-reply';
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
  /** Which failures are right for a tool with valid arguments: their error types, such as `not_found`. */
  readonly expectedErrors?: readonly string[];
}

/** How many calls of each kind were made. */
export interface FuzzReport {
  readonly seed: number;
  readonly succeeded: number;
  readonly refused: number;
}

/**
 * Calls a tool with valid and with hostile arguments made from its schema. Throws on the first crash (an exception out of
 * `run`), hang, internal error, or answer that breaks the tool's output schema, with the arguments and the seed.
 */
export async function fuzz(client: TestClient, tool: string, options: FuzzOptions = {}): Promise<FuzzReport> {
  const { runs = 200, seed = Math.floor(Math.random() * 2 ** 31), patience = 5_000 } = options;
  const tools = await client.tools();
  const listed = tools.find(({ name }) => name === tool);
  if (!listed)
    throw new Error(`There is no tool ${tool} in the list of this client.${nearestTo(tool, tools)}`);
  const random = new Random(seed);
  // An endless loop blocks every timer of this thread, the one for `patience` too.
  const watchdog = new Watchdog(patience * 2 + BLOCKED_MS);
  let succeeded = 0;
  let refused = 0;
  try {
    for (let run = 0; run < runs; run++) {
      const make = run % 2 ? hostileArguments : likelyArguments;
      const args = make(listed.inputSchema, random);
      const told = (problem: string): string =>
        `${tool} ${problem}\nArguments: ${shortened(args)}\nSeed: ${seed}`;
      watchdog.watch(told('never returned, so the process is ended'));
      const reply = await answerTo(client, tool, args, patience);
      const problem = typeof reply === 'string' ? reply : problemOf(reply, listed, options);
      assertNone(problem && told(problem), fuzz);
      if (typeof reply !== 'string' && reply.isError) refused++;
      else succeeded++;
    }
  } finally {
    await watchdog.end();
  }
  return { seed, succeeded, refused };
}

function nearestTo(tool: string, tools: readonly ListedTool[]): string {
  const nearest = nearestNames(
    tool,
    tools.map(({ name }) => name),
  );
  return nearest.length ? ` Did you mean ${nearest.join(' or ')}?` : '';
}

async function answerTo(
  client: TestClient,
  tool: string,
  args: Record<string, unknown>,
  patience: number,
): Promise<ToolReply | string> {
  const signal = AbortSignal.timeout(patience);
  try {
    return await client.resultOf(await client.call(tool, args, { signal }), { signal });
  } catch (error) {
    if (signal.aborted) return `did not answer within ${patience} ms`;
    const { message } = error as Error;
    return error instanceof RequestRefusedError
      ? `was answered with the protocol error ${error.code}: ${message}`
      : `could not be called: ${message}`;
  }
}

function problemOf(reply: ToolReply, { outputSchema }: ListedTool, options: FuzzOptions): string | undefined {
  const { errorType } = reply;
  if (errorType !== undefined && options.expectedErrors?.includes(errorType)) return undefined;
  if (reply.exceptionType === 'ToolOutputError') return `answered wrongly: ${reply.error}`;
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

function shortened(args: object): string {
  const text = JSON.stringify(args);
  return text.length > 2_000 ? `${text.slice(0, 2_000)}… (${text.length} characters)` : text;
}
