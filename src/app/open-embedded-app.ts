import type { Logger } from '../logger';
import { silentLogger } from '../logger';
import { createLateServer as createServerOver, type Server } from '../serve';
import type { App } from './app';
import type { CloseLimits } from './close-limits';
import { loadForServer } from './load-app-for-server';
import { openLoaded, type OpenApp } from './open-loaded-app';
import { serverOptionsOf } from './wiring/make-connection-options';
import { refuseNonApp, refuseUnopened } from './refuse-non-app';
import { thisProcess } from './world';
import { WORLD_OPTIONS } from './world-options';
import { anObject, type OptionKinds } from '../base/option-kind';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
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

/** What kind of value each option for opening an app takes. */
export const EMBED_OPTIONS: OptionKinds<EmbedOptions> = {
  cwd: WORLD_OPTIONS.cwd,
  env: WORLD_OPTIONS.env,
  args: WORLD_OPTIONS.args,
  log: anObject,
};

/** Opens an app inside your program, with its registries ready to be called; close it when you are done. */
export async function openApp(app: App, options: EmbedOptions = {}): Promise<OpenApp> {
  return openEmbedded(app, options);
}

/** The same for our own callers, who may hear of the hooks that fail when it is closed. */
export async function openEmbedded(
  app: App,
  options: EmbedOptions,
  closing: CloseLimits = {},
): Promise<OpenApp> {
  refuseNonApp(app, 'openApp');
  refuseWrongOptions('openApp', options, EMBED_OPTIONS);
  const { cwd, env } = { ...thisProcess(), ...options };
  const model = app.configModel;
  const { options: settings } = parseOptions(options.args ?? [], {}, model);
  const loaded = await loadForServer(app, { cwd, env, options: settings, model }, { judged: true });
  const log = options.log ?? silentLogger;
  return openLoaded(app, { loaded, cwd, env, log, serves: true, judged: true, closing });
}

/** Creates the SDK's server for one connection to an open app, for you to connect to a transport. */
export function createServer(open: OpenApp): Server {
  refuseUnopened(open, 'createServer');
  return createServerOver(open.registry, serverOptionsOf(open));
}
