import type { StdioServer } from '../serve/stdio/stdio-server';
import { guardStdout } from '../serve/stdio/stdout-guard';
import type { App } from './app';
import { isCommandProcess, noteServed } from './opened-by-command';
import { inStartDirectory } from './start-directory';
import { servedOrSaid } from './served-or-said';
import { ServingOnStdio } from './serving-on-stdio';
import { thisProcess, type World } from './world';
import { refuseNonApp } from './refuse-non-app';
import { aFlag, type OptionKinds } from '../base/option-kind';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import { WORLD_OPTIONS } from './world-options';

/** Options for serving an app; by default they come from the process. */
export interface ServeOptions extends Partial<World> {
  /** False to keep the process running after the server has ended; it exits by default. */
  readonly exit?: boolean;
}

/** What kind of value each option for serving takes. */
export const SERVE_OPTIONS: OptionKinds<ServeOptions> = { ...WORLD_OPTIONS, exit: aFlag };

/**
 * Serves an app on this process's stdin and stdout until the client disconnects or a signal arrives. Options,
 * environment and `toolwright.yaml` are read as by the `toolwright` command. An error in them is written to stderr and
 * ends the process. Where they set `http.listen`, it is served on HTTP instead. If that command loaded the module (`--app`), this does nothing: the command opens the app itself.
 */
export async function serveStdio(app: App, options: ServeOptions = {}): Promise<StdioServer> {
  refuseNonApp(app, 'serveStdio');
  refuseWrongOptions('serveStdio', options, SERVE_OPTIONS);
  if (isCommandProcess()) {
    noteServed('stdio');
    return NOTHING;
  }
  const { exit = true, ...given } = options;
  const world = { ...thisProcess(), ...given };
  // At once: what stands after this call in the author's module runs before the first await is over.
  const guard = guardStdout();
  const serving = new ServingOnStdio(guard);
  const { isMistake } = await import('./app-mistakes.js');
  const { runStdio } = await import('./run-app-on-stdio.js');
  const { showOptions } = await import('./show-options.js');
  if (exit && (await showOptions(app, world))) return process.exit(0);
  try {
    const server = await servedOrSaid(app.name, world, runStdio(app, inStartDirectory(world), guard));
    serving.by(server);
    void server.ended.then(() => {
      serving.over();
      // Everything is closed by now; what a tool left open must not keep the process alive.
      if (exit && !serving.stopped) process.exit();
    });
    return server;
  } catch (error) {
    guard.release();
    const isMistaken = exit && isMistake(error);
    // The options of this process are those of the test's runner, which mustn't end for them.
    if (isMistaken && isInTest()) serving.stop();
    serving.over();
    if (!isMistaken) throw error;
    world.stderr(`${app.name}: ${error.message}\n`);
    return serving.stopped ? NOTHING : process.exit(2);
  }
}

// What jest and vitest leave in the realm of a test, and no process that a test starts inherits.
function isInTest(): boolean {
  return Symbol.for('$$jest-matchers-object') in globalThis;
}

// What somebody else serves, or nobody.
const NOTHING: StdioServer = { ended: Promise.resolve(), close: () => Promise.resolve() };
