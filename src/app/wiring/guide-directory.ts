import { join, resolve } from 'node:path';
import type { Setup } from '../pack';

/** Returns the directory of `config.yaml`: the one that was set, else the system's place for configuration. */
export function guideDirectory({ config, cwd, env }: Pick<Setup, 'config' | 'cwd' | 'env'>): string {
  if (config.content.configDir !== undefined) return resolve(cwd, config.content.configDir);
  const home = homeOf(env) ?? cwd;
  if (process.platform === 'win32')
    return join(env['APPDATA'] ?? join(home, 'AppData', 'Roaming'), 'mcp-guide');
  const xdg = env['XDG_CONFIG_HOME'];
  return join(xdg && xdg.startsWith('/') ? xdg : join(home, '.config'), 'mcp-guide');
}

/** The user's home directory. */
export function homeOf(env: Setup['env']): string | undefined {
  return env['HOME'] ?? env['USERPROFILE'];
}
