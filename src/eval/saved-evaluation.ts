import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, parsedJson } from '../base/json-value';
import { makeDirectory } from '../disk/make-directory';
import type { Evaluated, Evaluation, Transcript } from './evaluation';

const HEAD = 'evaluation.json';
const RUNS = 'transcripts';

/** A directory that holds no evaluation, or another one already. */
export class SavedEvaluationError extends Error {
  override readonly name = 'UsageError';
}

/** An evaluation in a directory: what was asked, and one file for each run with what was said. */
export class SavedEvaluation {
  private constructor(private readonly directory: string) {}

  /** Begins to save an evaluation; a directory that holds one already is left as it is. */
  static async begin(directory: string, evaluation: Evaluation): Promise<SavedEvaluation> {
    makeDirectory(join(directory, RUNS));
    const saved = new SavedEvaluation(directory);
    try {
      await writeFile(join(directory, HEAD), json({ evaluation }), { flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new SavedEvaluationError(`${directory} holds an evaluation already; save this one elsewhere`);
    }
    return saved;
  }

  /** Adds a run that has ended. */
  async add(transcript: Transcript): Promise<void> {
    const { candidate, task, run } = transcript;
    const name = `${'ab'[candidate]}-${String(task + 1).padStart(3, '0')}-${run}.json`;
    await writeFile(join(this.directory, RUNS, name), json(transcript), { flag: 'wx' });
  }

  /** Notes how the evaluation ended. */
  async end(evaluation: Evaluation, stopped: string | undefined): Promise<void> {
    await writeFile(
      join(this.directory, HEAD),
      json({ evaluation, ...(stopped !== undefined && { stopped }) }),
    );
  }

  /** Reads an evaluation that was saved, with as many of its runs as were. */
  static async read(directory: string): Promise<Evaluated & { readonly evaluation: Evaluation }> {
    const head = parsedJson(await readFile(join(directory, HEAD), 'utf8').catch(() => ''));
    const evaluation = isObject(head) && isObject(head['evaluation']) ? head['evaluation'] : undefined;
    if (!isObject(head) || evaluation?.['format'] !== 1)
      throw new SavedEvaluationError(`${directory} holds no evaluation; name one that --save wrote`);
    const names = (await readdir(join(directory, RUNS))).filter((name) => name.endsWith('.json')).sort();
    const transcripts = await Promise.all(names.map((name) => readRun(join(directory, RUNS, name))));
    transcripts.sort((a, b) => a.candidate - b.candidate || a.task - b.task || a.run - b.run);
    const { stopped } = head;
    return {
      evaluation: evaluation as unknown as Evaluation,
      transcripts,
      ...(typeof stopped === 'string' && { stopped }),
    };
  }
}

async function readRun(file: string): Promise<Transcript> {
  const read = parsedJson(await readFile(file, 'utf8'));
  if (isObject(read) && Array.isArray(read['exchanges'])) return read as unknown as Transcript;
  throw new SavedEvaluationError(`${file} is no transcript; it was changed or cut off`);
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
