import {
  noSuchTool,
  readTaskFile,
  TaskFileError,
  findCandidateTool,
  type Candidate,
  type TaskFile,
} from '../../eval';
import type { Io } from '../command';
import type { EvalRequest } from './eval-request';

/** Returns what is evaluated: the server itself, and the one it is compared with if there is one. */
export async function readCandidates(
  candidate: Candidate,
  { against, reword }: EvalRequest,
  io: Io,
): Promise<Candidate[]> {
  if (against === undefined && reword === undefined) return [candidate];
  const { candidateAgainst, reworded } = await import('./other-candidate.js');
  return [
    candidate,
    against === undefined ? await reworded(candidate, reword!, io) : await candidateAgainst(against, io),
  ];
}

/** Reads a file of tasks, and refuses tools that none of the candidates has. */
export async function readTasks(
  text: string,
  name: string,
  candidates: readonly Candidate[],
): Promise<TaskFile> {
  const { placeOf, ...file } = await readTaskFile(text, name);
  const problems = file.tasks.flatMap(({ expect, forbid }, index) =>
    [
      ...expect.map((tool) => ['expect', tool] as const),
      ...forbid.map((tool) => ['forbid', tool] as const),
    ].flatMap(([key, tool]) =>
      candidates.some((candidate) => findCandidateTool(candidate, tool))
        ? []
        : [`${placeOf(`tasks[${index}].${key}`)}: ${noSuchTool(candidates[0]!, tool)}`],
    ),
  );
  if (problems.length) throw new TaskFileError(problems);
  return file;
}
