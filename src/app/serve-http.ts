import type { HttpServer } from '../serve/http/http-server';
import type { App } from './app';
import { isCommandProcess, noteServed } from './opened-by-command';
import { servedOrSaid } from './served-or-said';
import { SERVE_OPTIONS, type ServeOptions } from './serve-stdio';
import { inStartDirectory } from './start-directory';
import { thisProcess } from './world';
import { refuseNonApp } from './refuse-non-app';
import type { OptionKind, OptionKinds } from '../base/option-kind';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';

/** Options for serving an app on HTTP; by default they come from the process and its configuration. */
export interface ServeHttpOptions extends ServeOptions {
  /** `PORT` or `HOST:PORT`, over what the configuration says; 0 for any free port. */
  readonly listen?: string | number;
}

const anAddress: OptionKind<string | number> = {
  is: 'a port or an address',
  cure: "Write a port, such as 3000, or an address, such as '127.0.0.1:3000'.",
  fits: (value) => typeof value === 'string' || (Number.isInteger(value) && (value as number) >= 0),
};

const HTTP_OPTIONS: OptionKinds<ServeHttpOptions> = { ...SERVE_OPTIONS, listen: anAddress };

/**
 * Serves an app on HTTP until a signal arrives. Options, environment and `toolwright.yaml` are read as by the
 * `toolwright` command; `http.listen` defaults to `127.0.0.1:3000`. An error in them is written to stderr and ends the
 * process. If that command loaded the module (`--app`), this does nothing: the command opens the app itself.
 */
export async function serveHttp(app: App, options: ServeHttpOptions = {}): Promise<HttpServer> {
  refuseNonApp(app, 'serveHttp');
  refuseWrongOptions('serveHttp', options, HTTP_OPTIONS);
  if (isCommandProcess()) {
    noteServed('http');
    return { url: '', port: 0, ended: Promise.resolve(), close: () => Promise.resolve() };
  }
  const { exit = true, listen, ...given } = options;
  const asked = { ...thisProcess(), ...given };
  const world = listen === undefined ? asked : { ...asked, args: [...asked.args, '--http', String(listen)] };
  const { isMistake } = await import('./app-mistakes.js');
  const { runHttp } = await import('./run-app-on-http.js');
  const { showOptions } = await import('./show-options.js');
  if (exit && (await showOptions(app, world))) return process.exit(0);
  try {
    const server = await servedOrSaid(app.name, world, runHttp(app, inStartDirectory(world)));
    // Everything is closed by now; what a tool left open must not keep the process alive.
    if (exit) void server.ended.then(() => process.exit());
    return server;
  } catch (error) {
    if (!exit || !isMistake(error)) throw error;
    world.stderr(`${app.name}: ${error.message}\n`);
    return process.exit(2);
  }
}
