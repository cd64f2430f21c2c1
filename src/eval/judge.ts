import type { JsonSchema } from '../base/json-schema';
import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import { findCandidateTool, type Candidate } from './candidate';
import type { ModelCall, ModelReply } from './conversation';
import { missingPart } from './partial-match';
import type { EvalTask } from './task';

/** How a run of a task ended, the best first. */
export const VERDICTS = [
  'right',
  'wrong_arguments',
  'invalid_arguments',
  'malformed',
  'wrong_tool',
  'unknown_tool',
  'forbidden_tool',
  'unwanted_call',
  'no_call',
  'refused',
  'failed',
] as const;

/** How a run of a task ended. */
export type RunVerdict = (typeof VERDICTS)[number];

/** A verdict, with what led to it. */
export interface RunJudgement {
  readonly verdict: RunVerdict;
  /** The tool that was called; undefined if none was. */
  readonly picked?: string;
  /** Why it is not right. */
  readonly detail?: string;
}

/**
 * Judges the answers of a model to a task. Of one answer its first call counts; where the tools were run and the model went
 * on, any of its calls may be the right one. A forbidden tool is wrong wherever it is called.
 */
export function judgeReplies(
  task: EvalTask,
  candidate: Candidate,
  replies: readonly ModelReply[],
): RunJudgement {
  const calls = replies.flatMap((reply) => reply.calls);
  const forbidden = calls.find(({ name }) => isOneOf(name, task.forbid, candidate));
  if (forbidden)
    return { verdict: 'forbidden_tool', picked: forbidden.name, detail: `${forbidden.name} is forbidden` };
  const [first] = calls;
  if (!first) return withoutCall(task, replies);
  if (!task.expect.length)
    return { verdict: 'unwanted_call', picked: first.name, detail: 'no tool should be called' };
  const judged = (replies.length > 1 ? calls : [first]).map((call) => judgeCall(task, candidate, call));
  return judged.find(({ verdict }) => verdict === 'right') ?? judged[0]!;
}

function withoutCall({ expect }: EvalTask, replies: readonly ModelReply[]): RunJudgement {
  const last = replies.at(-1);
  if (last?.refused) return { verdict: 'refused', detail: 'the model declined to answer' };
  return expect.length ? { verdict: 'no_call', detail: 'no tool was called' } : { verdict: 'right' };
}

function judgeCall(task: EvalTask, candidate: Candidate, call: ModelCall): RunJudgement {
  const { name, args, malformed } = call;
  const tool = findCandidateTool(candidate, name);
  if (!tool) return { verdict: 'unknown_tool', picked: name, detail: `${name} was not offered` };
  if (!isOneOf(name, task.expect, candidate))
    return { verdict: 'wrong_tool', picked: name, detail: `${name} instead of ${task.expect.join(' or ')}` };
  if (!args)
    return {
      verdict: 'malformed',
      picked: name,
      detail: `the arguments are no JSON object: ${cut(malformed ?? '')}`,
    };
  const invalid = problemWith(args, tool.inputSchema);
  if (invalid !== undefined) return { verdict: 'invalid_arguments', picked: name, detail: invalid };
  const missing = task.arguments && missingPart(args, task.arguments);
  if (missing !== undefined)
    return {
      verdict: 'wrong_arguments',
      picked: name,
      detail: `${missing} is not as expected in ${cut(JSON.stringify(args))}`,
    };
  const unfit = task.argumentsSchema && problemWith(args, task.argumentsSchema);
  return unfit === undefined
    ? { verdict: 'right', picked: name }
    : { verdict: 'wrong_arguments', picked: name, detail: unfit };
}

function isOneOf(name: string, names: readonly string[], candidate: Candidate): boolean {
  return names.some((each) => each === name || findCandidateTool(candidate, each)?.name === name);
}

function problemWith(args: object, schema: JsonSchema): string | undefined {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(args, report);
  const [first] = report.problems;
  return first && `${first.field || 'the arguments'} ${first.message}`;
}

const LONGEST = 120;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
