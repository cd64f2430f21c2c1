import {
  ConfigError,
  readConfig,
  type ConfigProblem,
  type ConfigRequest,
  type LoadedConfig,
} from '../config';
import { silentLogger } from '../logger';
import type { App } from './app';

/**
 * The configuration of an app that is to be opened. Where it has problems, those that only the tools can tell (rules
 * without effect, rules for unknown tools) are reported with them, so that nobody has to correct it in rounds.
 */
export async function loadForServer(app: App, request: ConfigRequest): Promise<LoadedConfig> {
  const { loaded, problems } = await readConfig(request);
  if (!problems.length) return loaded;
  throw new ConfigError([...problems, ...(await furtherProblems(app, loaded))]);
}

// The part that holds is opened once, and not served. It may also fail for want of what was left out.
async function furtherProblems(app: App, loaded: LoadedConfig): Promise<readonly ConfigProblem[]> {
  const { cwd, env } = loaded.request;
  const { openApp } = await import('./open-app.js');
  try {
    const open = await openApp(app, { loaded, cwd, env, log: silentLogger });
    await open.close();
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [];
  }
}
