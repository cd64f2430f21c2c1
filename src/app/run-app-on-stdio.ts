import { connectStdio } from '../serve/stdio/connect-stdio';
import { readAheadOf, type ReadAhead } from '../serve/stdio/read-ahead';
import type { StdioServer } from '../serve/stdio/stdio-server';
import { guardStdout, type StdoutGuard } from '../serve/stdio/stdout-guard';
import type { App } from './app';
import { banner, startCommand } from './banner';
import { builtInApp } from './built-in-app';
import { TimelyEnd } from './end-in-time';
import { openForServer } from './open-app-for-server';
import { idleOnStdio, warnOfSettings } from './wiring/find-idle-settings';
import { serverOptionsOf } from './wiring/make-connection-options';
import type { World } from './world';

const PRINTED_BEFORE =
  'toolwright: something was printed to stdout before the server began, which clients take for a broken message. Print it to stderr, or let the command load the app: toolwright serve --app FILE\n';

/**
 * Serves an app on stdio. SIGTERM, SIGINT, SIGHUP and the end of stdin all do the same: running calls get their grace
 * period and are answered, then the close hooks run. `ended` resolves after all that. Where `http.listen` is set, the app
 * is served on HTTP instead. Whoever loads the app itself guards stdout before that, and hands the guard over.
 */
export async function runStdio(
  app: App,
  world: World,
  guard: StdoutGuard = guardStdout(),
): Promise<StdioServer> {
  if (!world.terminal && process.stdout.bytesWritten > 0) world.stderr(PRINTED_BEFORE);
  const ahead = readAheadOf(process.stdin);
  const opened = await openForServer(app, world, { clientGone: () => hasGone(ahead, world) });
  const { open } = opened;
  const { config, setup } = open;
  if (config.http.listen !== undefined) {
    guard.release();
    return (await import('./run-app-on-http.js')).runOpened(opened, world);
  }
  warnOfSettings(setup.log, idleOnStdio(setup));
  const graceMs = config.operations.grace * 1000;
  const end = new TimelyEnd({ opened, workMs: graceMs, stderr: world.stderr });
  const server = await connectStdio(open.registry, {
    guard,
    graceMs,
    onClosing: end.noticed,
    ahead,
    ...serverOptionsOf(open),
  });
  const ended = end.attach(server);
  // Only now, when Ctrl+C ends it as it says.
  if (world.terminal) {
    const { cwd } = world;
    const isOwn = app !== builtInApp;
    const { leftOut, used } = setup.trust;
    const brings = leftOut.length + used.size > 0;
    const command = startCommand(world.command, { cwd, sources: setup.sources, isOwn, brings });
    world.stderr(banner(open, { command, leftOut, cwd, isOwn }));
  }
  return { ended, close: () => server.close() };
}

// What is neither a pipe nor a terminal holds all that will ever come.
function hasGone(ahead: ReadAhead | undefined, { terminal }: World): boolean {
  return ahead ? ahead.lookEarly() : !terminal && process.platform !== 'win32';
}
