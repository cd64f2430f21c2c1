import { parseOptions } from '../config';
import { createLogging } from '../logging';
import { connectStdio } from '../serve/stdio/connect-stdio';
import type { StdioServer } from '../serve/stdio/stdio-server';
import { guardStdout } from '../serve/stdio/stdout-guard';
import type { App } from './app';
import { banner, startCommand } from './banner';
import { loadForServer } from './load-for-server';
import { openLoaded, type OpenApp } from './open-loaded';
import { nothingServed, servesNothing } from './nothing-served';
import { serverOptionsOf } from './wiring/make-connection-options';
import type { World } from './world';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

// How long closing may take beyond the grace period of running work before the process exits anyway.
const CLOSING_MS = 1500;

/**
 * Serves an app on stdio. SIGTERM, SIGINT, SIGHUP and the end of stdin all do the same: running calls get their grace
 * period and are answered, then the close hooks run. `ended` resolves after all that.
 */
export async function runStdio(app: App, world: World): Promise<StdioServer> {
  const guard = guardStdout();
  const { cwd, env } = world;
  const { options } = parseOptions(world.args, {}, app.configModel);
  const loaded = await loadForServer(app, { cwd, env, options, model: app.configModel });
  const { config, sources } = loaded;
  const { level, file, json } = config.log;
  const logging = createLogging({ level, json, ...(file !== undefined && { file }) });
  const verified = config.strict || world.terminal;
  const open = await openLoaded(app, { loaded, cwd, env, log: logging.log, verified });
  if (verified) await verifiedOrClosed(open);
  if (servesNothing(open)) logging.log.error(nothingServed(open).message);
  if (world.terminal) {
    const command = startCommand(world.command, cwd, sources);
    world.stderr(banner(open, { command, leftOut: open.setup.trust.leftOut, cwd }));
  }
  const graceMs = config.operations.grace * 1000;
  const server = await connectStdio(open.registry, {
    guard,
    graceMs,
    ...serverOptionsOf(open),
  });
  const leaveSignals = endOnSignals(server);
  const ended = server.ended.then(async () => {
    const patience = setTimeout(() => process.exit(), graceMs + CLOSING_MS).unref();
    await open.close();
    await logging.close();
    clearTimeout(patience);
    leaveSignals();
  });
  return { ended, close: () => server.close() };
}

async function verifiedOrClosed(open: OpenApp): Promise<void> {
  try {
    await open.verify();
  } catch (error) {
    await open.close();
    throw error;
  }
}

// A second signal ends the process immediately. Returns a function that restores the default handling of signals.
function endOnSignals(server: StdioServer): () => void {
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    void server.close();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
