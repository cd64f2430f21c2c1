import type { Io } from '../command';
import { staleBuildFor } from '../project-app/stale-app';
import { problem, type Finding } from './finding';

/** Looks whether the app of a command line was built from its sources as they are now. */
export async function lookAtBuild(args: readonly string[], io: Io): Promise<Finding[]> {
  const stale = await staleBuildFor(args, io);
  return stale ? [problem('build', `${stale.text}, and what follows is about the build`, stale.cure)] : [];
}
