import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Candidate, EvalReport, TaskFile } from '../../eval';
import { UsageError, type Command, type Io } from '../command';
import { namedOption } from '../../config/named-option';
import { paintFor } from '../terminal-colours';
import { parseCommandLine } from '../parse-command-line';
import { refuseExtra } from '../refuse-extra';

const USAGE = `toolwright eval TASKS [--json] [--min SHARE] [--server "COMMAND …" | --url URL] [serve options]
  toolwright eval TASKS --model NAME [--runs N] [--against FILE | --reword FILE] [--save DIR] [limits] …
  toolwright eval --replay DIR [--json]
  toolwright eval --schema

  TASKS                  a file (YAML or JSON) of what users ask, and the tool that is right; --schema prints its schema
  Without --model        how well the words of each task lead to its tool, and what lint says: no key, no network
  --model NAME           ask this model; the key comes from ANTHROPIC_API_KEY or OPENAI_API_KEY
  --base-url URL         another server of models that speaks OpenAI's API; --api anthropic for one that speaks Anthropic's
  --runs N               ask each task so often (3)
  --against FILE         compare with another app, or a list of tools in JSON
  --reword FILE          compare with other texts for the same tools
  --save DIR             keep what was said; --replay DIR makes the same report of it, without network
  --token-limit N        stop before this many tokens are exceeded
  --cost-limit DOLLARS   the same for money, with --price-in and --price-out for a million tokens
  --run-tools            run the tools that the model calls, and let it go on for up to --turns answers (6)
  --concurrency N        runs at once (4)
  --request-timeout S    seconds for one request (60); --retries N after errors that pass (4); --max-output N tokens (1024)
  --temperature T        if the model takes one
  --min SHARE            exit code 1 if a smaller share is right, such as 0.9`;

/** Evaluates whether agents pick and fill the right tool. */
export const command: Command = {
  name: 'eval',
  appUse: 'judges',
  usage: USAGE,
  async run(args, io) {
    if (args.includes('--schema')) return printSchema(args, io);
    const replay = namedOption(args, 'replay');
    return replay === undefined ? evaluate(args, io) : replayed(args, replay, io);
  },
};

async function printSchema(args: string[], io: Io): Promise<number> {
  parseCommandLine({ args, options: { schema: { type: 'boolean' } } });
  const { TASK_FILE_SCHEMA } = await import('../../eval/index.js');
  io.stdout(`${JSON.stringify(TASK_FILE_SCHEMA, null, 2)}\n`);
  return 0;
}

async function replayed(args: string[], directory: string, io: Io): Promise<number> {
  const options = { replay: { type: 'string' }, json: { type: 'boolean' }, min: { type: 'string' } } as const;
  const { values } = parseCommandLine({ args, options });
  const { evalRequest } = await import('../eval/eval-request.js');
  const { json, min } = evalRequest({ ...values });
  const { SavedEvaluation, reportOf } = await import('../../eval/index.js');
  const { apiNamed } = await import('../eval/model-access.js');
  const { evaluation, ...evaluated } = await SavedEvaluation.read(resolve(io.cwd, directory));
  return printReport(reportOf(evaluation, evaluated, apiNamed(evaluation.api)), { json, min }, io);
}

async function evaluate(args: string[], io: Io): Promise<number> {
  const { openCandidate } = await import('../eval/open-candidate.js');
  const { evalRequest } = await import('../eval/eval-request.js');
  const { candidate, peer, options, positionals } = await openCandidate(args, io);
  try {
    const [file] = positionals;
    if (file === undefined) throw new UsageError('which tasks? Name their file; --schema prints its schema');
    refuseExtra(positionals, 1);
    const request = evalRequest(options);
    const { readCandidates, readTasks } = await import('../eval/read-inputs.js');
    const candidates = await readCandidates(candidate, request, io);
    const tasks = await readTasks(await textOf(file, io), file, candidates);
    if (request.model !== undefined) {
      const { askModel } = await import('../eval/ask-model.js');
      return printReport(await askModel({ tasks, candidates, request, peer }, io), request, io);
    }
    return await printOffline(candidates, tasks, request, io);
  } finally {
    await peer.close();
  }
}

interface Shown {
  readonly json: boolean;
  readonly min?: number | undefined;
}

async function printReport(report: EvalReport, { json, min }: Shown, io: Io): Promise<number> {
  const { modelText } = await import('../eval/report-text.js');
  io.stdout(json ? `${JSON.stringify(report, null, 2)}\n` : modelText(report, paintFor(io, 'stdout')));
  const last = report.candidates.at(-1)!.rate.rate;
  const isWhole = report.failed === 0 && report.skipped === 0;
  return belowMin(last, min, io) || !isWhole ? 1 : 0;
}

async function printOffline(
  candidates: readonly Candidate[],
  { tasks }: TaskFile,
  { json, min }: Shown,
  io: Io,
): Promise<number> {
  const { lintScoreOf, retrievalOf } = await import('../../eval/index.js');
  const { lintText, retrievalText } = await import('../eval/report-text.js');
  const retrieval = candidates.map((candidate) => retrievalOf(candidate, tasks));
  const lint = candidates.map(lintScoreOf);
  const paint = paintFor(io, 'stdout');
  io.stdout(
    json
      ? `${JSON.stringify({ retrieval, lint }, null, 2)}\n`
      : `${retrievalText(retrieval, paint)}\n${lintText(lint, paint)}\nTo ask a model, add --model NAME.\n`,
  );
  return belowMin(retrieval.at(-1)!.first.rate, min, io) ? 1 : 0;
}

function belowMin(rate: number | null, min: number | undefined, io: Io): boolean {
  if (min === undefined || (rate !== null && rate >= min)) return false;
  io.stderr(`toolwright eval: ${rate ?? 'nothing'} is right, less than ${min}\n`);
  return true;
}

async function textOf(file: string, io: Io): Promise<string> {
  try {
    return await readFile(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as NodeJS.ErrnoException).code}`);
  }
}
