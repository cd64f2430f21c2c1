import { ConfigError, formatOrigin, placesInLeftOut, type ConfigProblem, type LoadedConfig } from '../config';
import { configElsewhere, notInForce, servedScript } from './config-elsewhere';
import { judgeFound } from './found-files';
import { leftOutRemark } from './workspace-trust';

/** What was started, and where. */
export interface StartedAt {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Program and arguments of a server; the project of its script may have a file that is not in force. */
  readonly command?: readonly string[] | undefined;
}

/**
 * Returns what a configuration is refused for, with what was found and left out: that may be all that is wrong. Any other
 * error is returned as it is.
 */
export async function withLeftOut(
  error: unknown,
  loaded: Pick<LoadedConfig, 'config' | 'sources' | 'request'>,
  at: StartedAt,
): Promise<unknown> {
  if (!(error instanceof ConfigError) || error.remark !== undefined) return error;
  const remark = await remarkOn(loaded, at);
  if (remark === undefined) return error;
  const placeOf = await placesInLeftOut(loaded.request);
  return new ConfigError(
    error.problems.map((problem) => sayingWhere(problem, placeOf)),
    remark,
  );
}

/** Runs what may refuse the configuration of an open app, saying what was left out beside it. */
export async function sayingLeftOut<T>(
  setup: Pick<LoadedConfig, 'config' | 'sources' | 'request'> & StartedAt,
  judge: () => T,
): Promise<T> {
  try {
    return judge();
  } catch (error) {
    throw await withLeftOut(error, setup, setup);
  }
}

// Whoever has set something in the file is told to set it in the file otherwise.
function sayingWhere(
  problem: ConfigProblem,
  placeOf: Awaited<ReturnType<typeof placesInLeftOut>>,
): ConfigProblem {
  const place = problem.origin.source === 'default' ? placeOf(problem.path) : undefined;
  if (!place) return problem;
  return { ...problem, cure: `${formatOrigin(place)} sets it, but was only found and is not trusted.` };
}

async function remarkOn(
  loaded: Parameters<typeof withLeftOut>[1],
  { cwd, env, command }: StartedAt,
): Promise<string | undefined> {
  const { leftOut } = await judgeFound(loaded, { cwd, env });
  if (leftOut.length) return leftOutRemark(leftOut, cwd);
  if (loaded.request.inForce.text !== undefined) return undefined;
  const script = servedScript(loaded.request, command);
  const elsewhere = script === undefined ? undefined : await configElsewhere(script, cwd);
  return elsewhere === undefined ? undefined : `${notInForce(elsewhere, cwd)}.`;
}
