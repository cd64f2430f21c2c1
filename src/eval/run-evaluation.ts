import { parsedJson } from '../base/json-value';
import { estimateTokens } from '../tokens/estimate';
import type { Budget } from './budget';
import type { Candidate } from './candidate';
import type {
  CallResult,
  ModelApi,
  ModelCall,
  ModelReply,
  ModelQuestion,
  ModelTurn,
  Usage,
} from './conversation';
import type { Evaluated, Evaluation, ModelExchange, Transcript } from './evaluation';
import type { HttpChannel } from './http-channel';

/** What a live evaluation needs besides its description. */
export interface LiveOptions {
  readonly api: ModelApi;
  readonly channel: Pick<HttpChannel, 'send'>;
  readonly budget: Budget;
  /** How many runs go on at once. */
  readonly concurrency: number;
  /** Runs a tool that the model called; absent if tools are not run. */
  readonly callTool?: ((candidate: Candidate, call: ModelCall) => Promise<CallResult>) | undefined;
  /** Is handed each run as it ends. */
  readonly onRun?: (transcript: Transcript, done: number, of: number) => Promise<void> | void;
}

interface Job {
  readonly candidate: number;
  readonly task: number;
  readonly run: number;
}

/** Asks a model every task of an evaluation, as often as it says; ends early where the budget does. */
export async function runEvaluation(evaluation: Evaluation, live: LiveOptions): Promise<Evaluated> {
  const jobs = jobsOf(evaluation);
  const transcripts: Transcript[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < jobs.length && !live.budget.stopped) {
      const transcript = await runJob(jobs[next++]!, evaluation, live);
      if (!transcript) return;
      transcripts.push(transcript);
      await live.onRun?.(transcript, transcripts.length, jobs.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(live.concurrency, jobs.length) }, work));
  transcripts.sort((a, b) => a.candidate - b.candidate || a.task - b.task || a.run - b.run);
  const left = jobs.length - transcripts.length;
  return {
    transcripts,
    ...(live.budget.stopped && {
      stopped: `the limit was reached: ${left} of ${jobs.length} runs were not made`,
    }),
  };
}

// All tasks once, then all again: what a limit leaves out is spread over the tasks.
function jobsOf({ runs, tasks, candidates }: Evaluation): Job[] {
  const jobs: Job[] = [];
  for (let run = 1; run <= runs; run++)
    for (const task of tasks.keys())
      for (const candidate of candidates.keys()) jobs.push({ candidate, task, run });
  return jobs;
}

async function runJob(job: Job, evaluation: Evaluation, live: LiveOptions): Promise<Transcript | undefined> {
  const candidate = evaluation.candidates[job.candidate]!;
  const exchanges: ModelExchange[] = [];
  const turns: ModelTurn[] = [];
  for (let turn = 0; turn < evaluation.turns; turn++) {
    const request = requestOf(evaluation, job, turns, live.api);
    const most = mostOf(request, evaluation);
    if (!(await live.budget.reserve(most))) return exchanges.length ? { ...job, exchanges } : undefined;
    const sent = await live.channel.send(request);
    const reply = sent.ok ? live.api.reply(parsedJson(sent.body)) : undefined;
    live.budget.settle(most, reply?.usage ?? (sent.ok || sent.unsure ? most : { input: 0, output: 0 }));
    const results = reply ? await resultsOf(reply, candidate, live) : [];
    exchanges.push({ request, sent, results });
    if (!reply || !results.length) break;
    turns.push({ reply, results });
  }
  return { ...job, exchanges };
}

/** Returns the request of a turn. */
function requestOf(
  { tasks, candidates, system = '', model }: Evaluation,
  { task, candidate }: Job,
  turns: readonly ModelTurn[],
  api: ModelApi,
): Record<string, unknown> {
  const offered = candidates[candidate]!;
  const told = [offered.instructions ?? '', system].filter((text) => text !== '').join('\n\n');
  const question: ModelQuestion = { candidate: offered, system: told, ask: tasks[task]!.ask, turns };
  return api.body(question, model);
}

// Tokenizers differ, and providers add words of their own around tools.
const CAUTION = 1.5;
const ADDED = 1_000;

function mostOf(request: object, { model }: Evaluation): Usage {
  return {
    input: Math.ceil(estimateTokens(JSON.stringify(request)) * CAUTION) + ADDED,
    output: model.maxOutput,
  };
}

async function resultsOf(
  { calls }: ModelReply,
  candidate: Candidate,
  { callTool }: LiveOptions,
): Promise<CallResult[]> {
  if (!callTool) return [];
  const results: CallResult[] = [];
  for (const call of calls) results.push(await callTool(candidate, call));
  return results;
}
