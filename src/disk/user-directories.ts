import { userInfo } from 'node:os';
import { posix, win32 } from 'node:path';

/** The environment that the user's directories are looked up in. */
export type UserEnvironment = Readonly<Record<string, string | undefined>>;

const PLACES = {
  config: { xdg: 'XDG_CONFIG_HOME', posix: '.config', windows: 'APPDATA', inHome: ['AppData', 'Roaming'] },
  cache: { xdg: 'XDG_CACHE_HOME', posix: '.cache', windows: 'LOCALAPPDATA', inHome: ['AppData', 'Local'] },
  state: {
    xdg: 'XDG_STATE_HOME',
    posix: '.local/state',
    windows: 'LOCALAPPDATA',
    inHome: ['AppData', 'Local'],
  },
} as const;

/** The user's home directory. */
export function homeOf(env: UserEnvironment): string | undefined {
  return env['HOME'] || env['USERPROFILE'] || undefined;
}

/** Returns a program's directory for configuration, state or caches, where the system keeps those of the user. */
export function userDirectory(
  kind: keyof typeof PLACES,
  program: string,
  env: UserEnvironment,
  platform: string = process.platform,
): string {
  const place = PLACES[kind];
  // Never the working directory: whatever project is open must not bring the user's settings.
  const home = homeOf(env) ?? registeredHome();
  if (platform === 'win32')
    return win32.join(env[place.windows] || win32.join(home, ...place.inHome), program);
  const xdg = env[place.xdg];
  return posix.join(xdg?.startsWith('/') ? xdg : posix.join(home, place.posix), program);
}

// The home that the system has on record, whatever the environment says.
function registeredHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return '/nonexistent';
  }
}
