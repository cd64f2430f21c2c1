import { silentLogger } from '../logger';
import {
  ConfigError,
  readConfig,
  type ConfigProblem,
  type ConfigRequest,
  type LoadedConfig,
} from '../config';

/**
 * The configuration of a server that is to be put together. Where it has problems, those that only the tools can tell
 * (rules without effect, rules for unknown tools) are told with them, so that nobody has to correct it in rounds.
 */
export async function loadForServer(request: ConfigRequest): Promise<LoadedConfig> {
  const { loaded, problems } = await readConfig(request);
  if (!problems.length) return loaded;
  throw new ConfigError([...problems, ...(await furtherProblems(loaded))]);
}

// The part that holds is put together once, and not served. It may also fail for want of what was left out.
async function furtherProblems(loaded: LoadedConfig): Promise<readonly ConfigProblem[]> {
  const { cwd, env } = loaded.request;
  const { compose } = await import('./compose.js');
  try {
    const composition = await compose({ loaded, cwd, env, log: silentLogger });
    await composition.close();
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [];
  }
}
