import type { Logger } from '../logger';
import { silentLogger } from '../logger';
import { createLateServer as createServerOver, type Server } from '../serve';
import type { App } from './app';
import { loadForServer } from './load-app-for-server';
import { openLoaded, type OpenApp } from './open-loaded-app';
import { serverOptionsOf } from './wiring/make-connection-options';
import { thisProcess } from './world';
import { parseOptions } from '../config';

/** Options for opening an app; by default they come from the process. */
export interface EmbedOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Options as on a command line, such as `['--prefix', 'mine']`; the process's own are never read. */
  readonly args?: readonly string[];
  /** The destination of log records; none by default. */
  readonly log?: Logger;
}

/** Opens an app inside your program, with its registries ready to be called; close it when you are done. */
export async function openApp(app: App, options: EmbedOptions = {}): Promise<OpenApp> {
  const { cwd, env } = { ...thisProcess(), ...options };
  const model = app.configModel;
  const { options: settings } = parseOptions(options.args ?? [], {}, model);
  const loaded = await loadForServer(app, { cwd, env, options: settings, model });
  return openLoaded(app, { loaded, cwd, env, log: options.log ?? silentLogger, serves: true });
}

/** Creates the SDK's server for one connection to an open app, for you to connect to a transport. */
export function createServer(open: OpenApp): Server {
  return createServerOver(open.registry, serverOptionsOf(open));
}
