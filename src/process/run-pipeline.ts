import type { Writable } from 'node:stream';
import { Collected } from './collected';
import type { ProcessCommand, RunOptions } from './run-options';
import { Deadline } from './deadline';
import type { ProcessExit } from './process-exit';
import { startStage, type Stage } from './stage';

/** Runs one command to its end. Never rejects: failures are outcomes, and no process is left behind. */
export function runCommand(command: ProcessCommand & RunOptions): Promise<ProcessExit> {
  return runPipeline([command], command);
}

/** Runs a pipeline of commands; the outcome is that of the last. Never rejects. */
export async function runPipeline(
  commands: readonly ProcessCommand[],
  options: RunOptions,
): Promise<ProcessExit> {
  const deadline = new Deadline(options.timeoutMs, options.signal);
  const collected = new Collected(options);
  try {
    return await startAndAwait(commands, options, deadline, collected);
  } finally {
    deadline.clear();
  }
}

/** Runs one pipeline with a given deadline and output buffers, for lists of pipelines. */
export async function startAndAwait(
  commands: readonly ProcessCommand[],
  options: RunOptions,
  deadline: Deadline,
  collected: Collected,
): Promise<ProcessExit> {
  const late = deadline.ended();
  if (late) return collected.outcome(late.state, { exitCode: null, signal: null, error: late.error });
  const stages: Stage[] = [];
  let failure: string | undefined;
  let next: Writable | 'closed' | undefined;
  // From last to first: each command's stdin must exist before the command that writes to it.
  for (let index = commands.length - 1; index >= 0 && failure === undefined; index--) {
    try {
      const stage = await startStage(commands[index]!, { ...options, first: index === 0, next }, collected);
      stages.unshift(stage);
      release(next);
      next = stage.child.stdin ?? 'closed';
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
  }
  if (failure !== undefined) release(next);
  const stopListening = deadline.onEnd(() => void Promise.all(stages.map((stage) => stage.group.end())));
  if (failure !== undefined || deadline.ended()) await Promise.all(stages.map((stage) => stage.group.end()));
  const ends = await Promise.all(stages.map((stage) => stage.done));
  stopListening();
  if (failure !== undefined)
    return collected.outcome('spawn_error', { exitCode: null, signal: null, error: failure });
  const last = ends.at(-1)!;
  const ended = deadline.ended();
  if (ended) return collected.outcome(ended.state, { ...last, error: ended.error });
  if (last.signal) return collected.outcome('failed', { ...last, error: `ended by ${last.signal}` });
  return collected.outcome(last.exitCode === 0 ? 'completed' : 'failed', last);
}

// Closes our end of a pipe once the command that writes to it has it (or never will).
function release(pipe: Writable | 'closed' | undefined): void {
  if (pipe !== 'closed') pipe?.destroy();
}
