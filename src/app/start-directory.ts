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
  if (named === undefined && world.args.at(-1) === '--cwd') throw wrong('needs a value', 'Write --cwd DIR.');
  if (named === undefined) return world;
  const cwd = resolve(world.cwd, named);
  try {
    process.chdir(cwd);
  } catch {
    throw wrong(`there is no directory ${cwd} that this process may enter`, 'Name an existing directory.');
  }
  const args = withoutOption(world.args, 'cwd');
  return { ...world, cwd, args, ...(world.command && { command: withoutOption(world.command, 'cwd') }) };
}

function wrong(message: string, cure: string): ConfigError {
  return new ConfigError([{ origin: { source: 'option', name: '--cwd' }, path: '', message, cure }]);
}
