import { exceptionMessage } from '../base/exception';
import type { Writable } from 'node:stream';
import { Collected } from './collected-output';
import { commandSlots } from './command-slots';
import { watchLimits } from './process-limit-watch';
import { limitReached } from './process-limits';
import type { ProcessCommand, RunOptions } from './run-options';
import { Deadline } from './process-deadline';
import type { ProcessExit } from './process-exit';
import { startStage } from './pipeline-process';
import type { Stage } from './pipeline-stage';

// Each needs descriptors of this process, however many commands may run at once.
const MOST_IN_PIPELINE = 32;

/** Runs one command to its end. Never rejects: failures are outcomes, and no process is left behind. */
export function runCommand(command: ProcessCommand & RunOptions): Promise<ProcessExit> {
  return runPipeline([command], command);
}

/** Runs a pipeline of commands; the outcome is that of the last. Never rejects. */
export async function runPipeline(
  commands: readonly ProcessCommand[],
  options: RunOptions,
): Promise<ProcessExit> {
  return inTurn(options, (turn) => startAndAwait(commands, turn.options, turn.deadline, turn.collected));
}

/** One run among the commands of this process. */
export interface Turn {
  readonly options: RunOptions;
  readonly deadline: Deadline;
  readonly collected: Collected;
}

/** Runs something once it is its turn, with one time limit and one output. Rejects only if `enter` does. */
export async function inTurn(
  options: RunOptions,
  run: (turn: Turn) => Promise<ProcessExit>,
): Promise<ProcessExit> {
  const deadline = new Deadline(options.timeoutMs, options.signal);
  const collected = new Collected(options);
  try {
    const turn = await commandSlots.take(options.limits ?? {}, deadline);
    if (turn.release)
      return await entered(options, (how) => run({ options: how, deadline, collected })).finally(
        turn.release,
      );
    const { state, error } = deadline.ended() ?? { state: 'spawn_error' as const, error: '' };
    const why = error ? `${error}: ${turn.refused}` : turn.refused;
    return collected.outcome(state, { exitCode: null, signal: null, error: why });
  } finally {
    deadline.clear();
  }
}

async function entered<T>(options: RunOptions, run: (options: RunOptions) => Promise<T>): Promise<T> {
  if (!options.enter) return run(options);
  const directory = await options.enter();
  try {
    return await run({ ...options, cwd: directory.self });
  } finally {
    await directory.close();
  }
}

/** Runs one pipeline with a given deadline and output buffers, for lists of pipelines. */
export async function startAndAwait(
  commands: readonly ProcessCommand[],
  options: RunOptions,
  deadline: Deadline,
  collected: Collected,
): Promise<ProcessExit> {
  if (commands.length > MOST_IN_PIPELINE) {
    const error = `a pipeline of ${commands.length} commands is longer than ${MOST_IN_PIPELINE}`;
    return collected.outcome('spawn_error', { exitCode: null, signal: null, error });
  }
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
      next = stage.stdin ?? 'closed';
    } catch (error) {
      failure = exceptionMessage(error);
    }
  }
  if (failure !== undefined) release(next);
  const stopListening = deadline.onEnd(() => void Promise.all(stages.map((stage) => stop(stage, deadline))));
  const stopWatching = stages.map(({ group: { pid }, isLaunched }) =>
    watchLimits({
      pid,
      isLaunched,
      limits: options.limits ?? {},
      exceeded: (limit) => deadline.exceed(limit),
    }),
  );
  if (failure !== undefined || deadline.ended()) await Promise.all(stages.map((stage) => stage.group.end()));
  const ends = await Promise.all(stages.map((stage) => stage.done));
  stopListening();
  for (const unwatch of stopWatching) unwatch();
  if (failure !== undefined)
    return collected.outcome('spawn_error', { exitCode: null, signal: null, error: failure });
  const last = ends.at(-1)!;
  if (last.problem !== undefined)
    return collected.outcome('spawn_error', {
      ...last,
      error: `cannot start ${commands[0]!.file}: ${last.problem}`,
    });
  const ended = deadline.ended();
  if (ended) return collected.outcome(ended.state, { ...last, ...ended });
  const limit = limitReached(last, options.limits ?? {});
  const end = { ...last, ...(limit !== undefined && { limit }) };
  if (last.signal) return collected.outcome('failed', { ...end, error: `ended by ${last.signal}` });
  return collected.outcome(last.exitCode === 0 ? 'completed' : 'failed', end);
}

// What exceeds a limit gets no time to exceed it further.
async function stop({ group }: Stage, deadline: Deadline): Promise<void> {
  if (deadline.ended()?.limit !== undefined) await group.kill();
  await group.end();
}

// Closes our end of a pipe once the command that writes to it has it (or never will).
function release(pipe: Writable | 'closed' | undefined): void {
  if (pipe !== 'closed') pipe?.destroy();
}
