import { randomUUID } from 'node:crypto';
import type { Collected } from './collected-output';
import { endLeftovers } from './command-ending';
import { launchLine, type Launch } from './launch-line';
import type { Launcher } from './launcher';
import { keepLauncher, takeLauncher, wasteLauncher } from './launchers';
import type { Stage, StageEnd } from './pipeline-stage';
import { ProcessGroup } from './process-group';
import type { CommandLimits } from './process-limits';
import { newestProcess } from './process-table';

/** Starts a command through a launcher; undefined if it must be started directly. */
export async function launchStage(
  launch: Launch,
  limits: CommandLimits,
  collected: Collected,
): Promise<Stage | undefined> {
  const tag = randomUUID();
  const line = launchLine(launch, tag);
  const launcher = line === undefined ? undefined : await takeLauncher(limits);
  if (line === undefined || !launcher) return undefined;
  const { pid, marker } = launcher;
  const group = new ProcessGroup(pid, marker, { isWatched: true, after: newestProcess(), outputs: [1, 3] });
  const exited = launcher.run(line, tag, (chunk, stream) => collected.add(chunk, stream));
  return { stdin: null, group, isLaunched: true, done: ending(exited, launcher, group, limits) };
}

// A launcher starts another command only if nothing of this one can be left; otherwise it ends with it.
async function ending(
  exited: Promise<StageEnd>,
  launcher: Launcher,
  group: ProcessGroup,
  limits: CommandLimits,
): Promise<StageEnd> {
  const end = await exited;
  if ((await group.leftNothing()) && (await launcher.isReadyAgain())) {
    group.release();
    keepLauncher(launcher, limits);
    return end;
  }
  if (!group.isEnding) wasteLauncher();
  launcher.kill();
  await endLeftovers(launcher.child, launcher.closed, group);
  await launcher.closed;
  group.release();
  launcher.release();
  return end;
}
