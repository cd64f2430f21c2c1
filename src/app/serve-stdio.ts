import type { StdioServer } from '../serve/stdio/stdio-server';
import { guardStdout } from '../serve/stdio/stdout-guard';
import type { App } from './app';
import { isCommandProcess, noteServed } from './opened-by-command';
import { inStartDirectory } from './start-directory';
import { thisProcess, type World } from './world';
import { refuseNonApp } from './refuse-non-app';

/** Options for serving an app; by default they come from the process. */
export interface ServeOptions extends Partial<World> {
  /** False to keep the process running after the server has ended; it exits by default. */
  readonly exit?: boolean;
}

/**
 * Serves an app on this process's stdin and stdout until the client disconnects or a signal arrives. Options,
 * environment and `toolwright.yaml` are read as by the `toolwright` command. An error in them is written to stderr and
 * ends the process. Where they set `http.listen`, it is served on HTTP instead. If that command loaded the module (`--app`), this does nothing: the command opens the app itself.
 */
export async function serveStdio(app: App, options: ServeOptions = {}): Promise<StdioServer> {
  refuseNonApp(app, 'serveStdio');
  if (isCommandProcess()) {
    noteServed('stdio');
    return { ended: Promise.resolve(), close: () => Promise.resolve() };
  }
  const { exit = true, ...given } = options;
  const world = { ...thisProcess(), ...given };
  // At once: what stands after this call in the author's module runs before the first await is over.
  const guard = guardStdout();
  const { isMistake } = await import('./app-mistakes.js');
  const { runStdio } = await import('./run-app-on-stdio.js');
  const { showOptions } = await import('./show-options.js');
  if (exit && (await showOptions(app, world))) return process.exit(0);
  try {
    const server = await runStdio(app, inStartDirectory(world), guard);
    // Everything is closed by now; what a tool left open must not keep the process alive.
    if (exit) void server.ended.then(() => process.exit());
    return server;
  } catch (error) {
    guard.release();
    if (!exit || !isMistake(error)) throw error;
    world.stderr(`${app.name}: ${error.message}\n`);
    return process.exit(2);
  }
}
