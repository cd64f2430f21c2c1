import { parsedJson } from '../base/json-value';
import { priceOf, sum } from './budget';
import type { Candidate } from './candidate';
import type { ModelApi, ModelReply, Usage } from './conversation';
import type { Evaluated, Evaluation, Transcript } from './evaluation';
import { differenceOf, rateOf, type Difference, type Rate } from './interval';
import { judgeReplies, VERDICTS, type RunJudgement, type RunVerdict } from './judge';

/** How one task went. */
export interface TaskReport {
  readonly id: string;
  readonly ask: string;
  readonly expect: readonly string[];
  readonly rate: Rate;
  readonly verdicts: Counts<RunVerdict>;
  /** Why runs were not right, each reason once. */
  readonly reasons: readonly string[];
}

/** How often each of some things was counted; those that never were are left out. */
export type Counts<K extends string = string> = Readonly<Partial<Record<K, number>>>;

/** A tool that was called in the place of another. */
export interface Confusion {
  readonly expected: string;
  readonly picked: string;
  readonly times: number;
}

/** How one server did. */
export interface CandidateReport {
  readonly label: string;
  readonly tools: number;
  readonly rate: Rate;
  readonly verdicts: Counts<RunVerdict>;
  readonly confusions: readonly Confusion[];
  readonly tasks: readonly TaskReport[];
  readonly usage: Usage;
  readonly cost?: number;
}

/** What two servers differ in. */
export interface Comparison extends Partial<Difference> {
  /** Whether the second did better, worse, or neither for all that can be told. */
  readonly verdict: 'better' | 'worse' | 'unclear';
  readonly tasks: readonly { readonly id: string; readonly before: Rate; readonly after: Rate }[];
}

/** The report of an evaluation: the same transcripts make the same report, to the byte. */
export interface EvalReport {
  readonly api: string;
  readonly model: string;
  readonly runs: number;
  readonly candidates: readonly CandidateReport[];
  readonly comparison?: Comparison;
  /** Runs without an answer to judge; they count for nothing. */
  readonly failed: number;
  /** Runs that were not made. */
  readonly skipped: number;
  readonly stopped?: string;
}

/** Judges everything that was said. */
export function reportOf(
  evaluation: Evaluation,
  { transcripts, stopped }: Evaluated,
  api: ModelApi,
): EvalReport {
  const candidates = evaluation.candidates.map((candidate, place) =>
    candidateReport(
      evaluation,
      candidate,
      transcripts.filter((transcript) => transcript.candidate === place),
      api,
    ),
  );
  const [a, b] = candidates;
  const made = evaluation.candidates.length * evaluation.tasks.length * evaluation.runs;
  return {
    api: evaluation.api,
    model: evaluation.model.model,
    runs: evaluation.runs,
    candidates,
    ...(a && b && { comparison: compared(a, b) }),
    failed: candidates.reduce((count, { verdicts }) => count + (verdicts.failed ?? 0), 0),
    skipped: made - transcripts.length,
    ...(stopped !== undefined && { stopped }),
  };
}

interface Judged extends RunJudgement {
  readonly task: number;
  readonly usage: Usage;
}

function candidateReport(
  evaluation: Evaluation,
  candidate: Candidate,
  transcripts: readonly Transcript[],
  api: ModelApi,
): CandidateReport {
  const judged = transcripts.map((transcript) => judgeRun(evaluation, candidate, transcript, api));
  const usage = judged.reduce((all, run) => sum(all, run.usage), { input: 0, output: 0 });
  return {
    label: candidate.label,
    tools: candidate.tools.length,
    rate: rateIn(judged),
    verdicts: counted(judged),
    confusions: confusionsIn(judged, evaluation),
    tasks: evaluation.tasks.map(({ id, ask, expect }, place) => {
      const own = judged.filter(({ task }) => task === place);
      const reasons = [...new Set(own.flatMap(({ detail }) => (detail === undefined ? [] : [detail])))];
      return { id, ask, expect, rate: rateIn(own), verdicts: counted(own), reasons };
    }),
    usage,
    ...(evaluation.prices && { cost: Math.round(priceOf(usage, evaluation.prices) * 1e6) / 1e6 }),
  };
}

function judgeRun(
  { tasks }: Evaluation,
  candidate: Candidate,
  { task, exchanges }: Transcript,
  api: ModelApi,
): Judged {
  const replies: ModelReply[] = [];
  let failure: string | undefined;
  for (const { sent } of exchanges) {
    const reply = sent.ok ? api.reply(parsedJson(sent.body)) : undefined;
    if (reply) replies.push(reply);
    else failure = sent.ok ? 'the answer is none of this API' : sent.problem;
  }
  const usage = replies.reduce((all, reply) => sum(all, reply.usage), { input: 0, output: 0 });
  const judgement: RunJudgement =
    failure === undefined
      ? judgeReplies(tasks[task]!, candidate, replies)
      : { verdict: 'failed', detail: failure };
  return { task, usage, ...judgement };
}

function rateIn(judged: readonly Judged[]): Rate {
  const counting = judged.filter(({ verdict }) => verdict !== 'failed');
  return rateOf(counting.filter(({ verdict }) => verdict === 'right').length, counting.length);
}

function counted(judged: readonly Judged[]): Counts<RunVerdict> {
  const counts = VERDICTS.map(
    (verdict) => [verdict, judged.filter((run) => run.verdict === verdict).length] as const,
  );
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const NOTHING = '(no tool)';

function confusionsIn(judged: readonly Judged[], { tasks }: Evaluation): Confusion[] {
  const times = new Map<string, Confusion>();
  for (const { task, verdict, picked } of judged) {
    if (!['wrong_tool', 'forbidden_tool', 'unknown_tool', 'unwanted_call', 'no_call'].includes(verdict))
      continue;
    const pair = { expected: tasks[task]!.expect.join(' or ') || NOTHING, picked: picked ?? NOTHING };
    const key = JSON.stringify(pair);
    times.set(key, { ...pair, times: (times.get(key)?.times ?? 0) + 1 });
  }
  return [...times.values()].sort(
    (a, b) => b.times - a.times || (a.expected + a.picked < b.expected + b.picked ? -1 : 1),
  );
}

function compared(a: CandidateReport, b: CandidateReport): Comparison {
  const difference = differenceOf(a.rate, b.rate);
  const verdict =
    !difference || (difference.low <= 0 && difference.high >= 0)
      ? 'unclear'
      : difference.low > 0
        ? 'better'
        : 'worse';
  const tasks = a.tasks.flatMap(({ id, rate: before }, place) => {
    const after = b.tasks[place]!.rate;
    return before.rate === after.rate ? [] : [{ id, before, after }];
  });
  return { ...difference, verdict, tasks };
}
