import { posix, win32 } from 'node:path';
import { homeOf, userDirectory, type UserEnvironment } from '../../disk/user-directories';
import type { ConfigPlaces } from './client-profile';

/** The machine that a configuration is looked for on. */
export interface Machine {
  readonly platform: string;
  readonly env: UserEnvironment;
  readonly cwd: string;
}

/** Returns where a client keeps its configuration on this machine; undefined where it doesn't run. */
export function configFilePath(places: ConfigPlaces, { platform, env, cwd }: Machine): string | undefined {
  const system = platform === 'win32' || platform === 'darwin' ? platform : 'linux';
  const place = places[system];
  if (!place) return undefined;
  const { join } = system === 'win32' ? win32 : posix;
  const home = homeOf(env) ?? '';
  const bases = {
    project: () => cwd,
    home: () => home,
    config: () => userDirectory('config', '', env, system),
    local: () => env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'),
  };
  return join(bases[place.below](), ...place.path.split('/'));
}
