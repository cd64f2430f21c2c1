import { resolve } from 'node:path';
import { userDirectory } from '../../disk/user-directories';
import type { Setup } from '../pack';

/** Returns the directory of `config.yaml`: the one that was set, else the system's place for configuration. */
export function guideDirectory({ config, cwd, env }: Pick<Setup, 'config' | 'cwd' | 'env'>): string {
  if (config.content.configDir !== undefined) return resolve(cwd, config.content.configDir);
  return userDirectory('config', 'toolwright', env);
}

/** Returns where mcp-guide keeps the same, which `toolwright init --import` copies. */
export function foreignGuideDirectory(env: Setup['env']): string {
  return userDirectory('config', 'mcp-guide', env);
}
