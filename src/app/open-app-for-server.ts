import { parseOptions } from '../config';
import { createLogging, type Logging } from '../logging';
import type { App } from './app';
import { loadForServer } from './load-app-for-server';
import { nothingServed, servesNothing } from './nothing-served';
import { openLoaded, type OpenApp, type OpenRequest } from './open-loaded-app';
import { verifiedOrClosed } from './verified-or-closed';
import { warnOfConfigElsewhere } from './warn-of-config-elsewhere';
import { warnOfMisspeltVariables } from './warn-of-misspelt-variables';
import type { World } from './world';

/** An app that is about to be served by this process. */
export interface OpenedServer {
  readonly open: OpenApp;
  readonly logging: Logging;
}

/** Reads the configuration of an app from its world and opens it; what is wrong with it is thrown. A worker serves nobody. */
export async function openForServer(
  app: App,
  world: World,
  { serves = true, clientGone, closing = {} }: Pick<OpenRequest, 'serves' | 'clientGone' | 'closing'> = {},
): Promise<OpenedServer> {
  const { cwd, env, siblings } = world;
  const { options } = parseOptions(world.args, {}, app.configModel);
  const { command } = world;
  const loaded = await loadForServer(
    app,
    { cwd, env, options, model: app.configModel },
    { judged: true, command },
  );
  const { config } = loaded;
  const { level, file, json } = config.log;
  const logging = createLogging({ level, json, ...(file !== undefined && { file }) });
  await warnOfMisspeltVariables(env, app.configModel, logging.log);
  const verified = config.strict || world.terminal;
  const request = { loaded, cwd, env, log: logging.log, serves, judged: true, verified, siblings, closing };
  // On HTTP nobody waits at stdin.
  const isStdio = config.http.listen === undefined;
  const gone = (isStdio && clientGone) || (() => false);
  const open = await openLoaded(app, { ...request, clientGone: gone });
  if (verified) await verifiedOrClosed(open);
  if (config.contract !== undefined) await comparedOrClosed(open, config.contract);
  if (servesNothing(open)) logging.log.error(nothingServed(open).message);
  if (serves) warnOfConfigElsewhere(loaded, world, open.setup);
  world.opened?.(logging.log);
  return { open, logging };
}

async function comparedOrClosed(open: OpenApp, contract: string): Promise<void> {
  const { reportDrift } = await import('./report-drift.js');
  try {
    await reportDrift(open, contract);
  } catch (error) {
    await open.close();
    throw error;
  }
}
