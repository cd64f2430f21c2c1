import { findAppFile } from '../../app/load-app';
import type { Io } from '../command';
import { namedOption } from '../../config/named-option';
import { sayingFirst } from './say-first';
import { findStaleBuild, type StaleBuild } from './stale-build';

/** Returns what is stale about the build of the app that a command line names; undefined for another server. */
export async function staleBuildFor(
  args: readonly string[],
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  { exact = true } = {},
): Promise<StaleBuild | undefined> {
  if (['server', 'url'].some((other) => namedOption(args, other) !== undefined)) return undefined;
  const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
  try {
    const file = await findAppFile({ cwd, env, options });
    return file === undefined ? undefined : findStaleBuild(file, { exact });
  } catch {
    // What can't be read is reported by whoever opens the app, and no reason to refuse anything here.
    return undefined;
  }
}

/** Returns outputs that begin with a line about the app's build, if that is older than its sources. */
export async function sayingIfStale(args: readonly string[], io: Io): Promise<Io> {
  const stale = await staleBuildFor(args, io);
  return stale ? sayingFirst(`build: ${stale.text}. ${stale.cure}`, io) : io;
}
