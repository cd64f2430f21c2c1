import { resolve } from 'node:path';
import { ConfigError } from '../config';
import { namedOption, withoutOption } from '../config/named-option';
import type { World } from './world';

/**
 * Enters the directory that `--cwd` names, so that a client may start the server from anywhere and every relative path
 * (in the configuration, in options, in an author's code) still means what it meant to whoever wrote it.
 */
export function inStartDirectory<W extends Pick<World, 'cwd' | 'args'> & Partial<Pick<World, 'command'>>>(
  world: W,
): W {
  const named = namedOption(world.args, 'cwd');
  if (named === undefined) return world;
  const cwd = resolve(world.cwd, named);
  try {
    process.chdir(cwd);
  } catch {
    const origin = { source: 'option', name: '--cwd' } as const;
    const message = `there is no directory ${cwd} that this process may enter`;
    throw new ConfigError([{ origin, path: '', message, cure: 'Name an existing directory.' }]);
  }
  const args = withoutOption(world.args, 'cwd');
  return { ...world, cwd, args, ...(world.command && { command: withoutOption(world.command, 'cwd') }) };
}
