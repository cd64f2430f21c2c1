import { resolve } from 'node:path';
import { withoutKey } from '../../ai/chat-completions';
import type { Peer } from '../../client/peer';
import {
  Budget,
  HttpChannel,
  reportOf,
  runEvaluation,
  SavedEvaluation,
  findCandidateTool,
  type CallResult,
  type Candidate,
  type EvalReport,
  type Evaluation,
  type ModelCall,
  type TaskFile,
} from '../../eval';
import type { Io } from '../command';
import type { EvalRequest } from './eval-request';
import { modelAccess } from './model-access';

/** What a model is asked about. */
export interface ModelRun {
  readonly tasks: TaskFile;
  readonly candidates: readonly Candidate[];
  readonly request: EvalRequest;
  readonly peer: Peer;
}

/** Asks a model every task, saves what was said where that is wanted, and judges it. */
export async function askModel({ tasks, candidates, request, peer }: ModelRun, io: Io): Promise<EvalReport> {
  const { api, url, key } = modelAccess(request, io.env);
  const { limits, runs, turns, timeoutMs, retries, concurrency } = request;
  const evaluation: Evaluation = {
    format: 1,
    ...tasks,
    api: api.name,
    model: { model: request.model!, maxOutput: request.maxOutput, temperature: request.temperature },
    runs,
    turns,
    candidates,
    ...(limits.prices && { prices: limits.prices }),
  };
  const saved =
    request.save === undefined
      ? undefined
      : await SavedEvaluation.begin(resolve(io.cwd, request.save), evaluation);
  const sleep = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));
  const channel = new HttpChannel({ url, headers: api.headers(key), key, timeoutMs, retries, sleep });
  const progress = progressOn(io);
  const evaluated = await runEvaluation(evaluation, {
    api,
    channel,
    budget: new Budget(limits),
    concurrency,
    ...(request.runTools && { callTool: (candidate, call) => callTool(peer, candidate, call, key) }),
    onRun: async (transcript, done, of) => {
      await saved?.add(transcript);
      progress(`${done} of ${of} runs`);
    },
  });
  progress('');
  await saved?.end(evaluation, evaluated.stopped);
  return reportOf(evaluation, evaluated, api);
}

// A tool that fails is a result as well, and the model goes on with it.
async function callTool(
  peer: Peer,
  candidate: Candidate,
  call: ModelCall,
  key: string | undefined,
): Promise<CallResult> {
  const { id, name, args } = call;
  const tool = findCandidateTool(candidate, name);
  if (!tool || !args)
    return {
      id,
      text: tool ? 'The arguments are no JSON object' : `There is no tool ${name}`,
      isError: true,
    };
  try {
    const { content, isError = false } = await peer.call(tool.bare ?? tool.name, { ...args });
    const texts = (content as readonly { text?: string; type: string }[]).map(
      ({ text, type }) => text ?? `[${type}]`,
    );
    return { id, text: withoutKey(texts.join('\n'), key), isError };
  } catch (error) {
    return { id, text: withoutKey((error as Error).message, key), isError: true };
  }
}

// One line that is written over, for a person only.
function progressOn(io: Io): (text: string) => void {
  if (!io.isTerminal?.stderr) return () => undefined;
  return (text) => io.stderr(`\r\u001b[K${text}`);
}
