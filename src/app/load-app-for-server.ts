import { AuthorProblems } from '../author-problems';
import {
  ConfigError,
  readConfig,
  type ConfigProblem,
  type ConfigRequest,
  type LoadedConfig,
} from '../config';
import { silentLogger } from '../logger';
import type { App } from './app';

/** What the configuration of an app is loaded for. */
export interface LoadingFor {
  /** Whether settings that could never count are refused. */
  readonly judged?: boolean;
  /** Program and arguments of the server that is started. */
  readonly command?: readonly string[];
}

/**
 * Loads the configuration of an app to be opened. Its problems are reported together with those that only the tools
 * reveal (rules without effect, rules for unknown tools), so that everything can be corrected at once.
 */
export async function loadForServer(
  app: App,
  request: ConfigRequest,
  { judged = false, command }: LoadingFor = {},
): Promise<LoadedConfig> {
  const { loaded, problems } = await readConfig(request);
  if (!problems.length) return loaded;
  refuseWrongSettings(app);
  const refused = new ConfigError([...problems, ...(await furtherProblems(app, loaded, judged))]);
  const { withLeftOut } = await import('./with-left-out.js');
  throw await withLeftOut(refused, loaded, { cwd: request.cwd, env: request.env, command });
}

// A class with a mistake may be why a setting can't be set, so that is told first.
function refuseWrongSettings({ configModel }: App): void {
  const mistakes = new AuthorProblems();
  configModel.findProblems(mistakes);
  mistakes.throwAny();
}

// The valid part is opened once, and not served. It may also fail because of what was left out.
async function furtherProblems(
  app: App,
  loaded: LoadedConfig,
  judged: boolean,
): Promise<readonly ConfigProblem[]> {
  const { cwd, env } = loaded.request;
  const { openLoaded } = await import('./open-loaded-app.js');
  try {
    const open = await openLoaded(app, { loaded, cwd, env, log: silentLogger, judged });
    await open.close();
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [];
  }
}
