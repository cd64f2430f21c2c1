import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Logger } from '../logger';
import { silentLogger } from '../logger';
import { createServer as createServerOver } from '../serve';
import type { App } from './app';
import { loadForServer } from './load-for-server';
import { openApp as openWith, type OpenApp } from './open-app';
import { serverOptionsOf } from './server-options';
import { thisProcess } from './world';
import { parseOptions } from '../config';

/** How an app is opened, where it is not as the process says. */
export interface EmbedOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Options as on a command line, such as `['--prefix', 'mine']`; the process's own are never read. */
  readonly args?: readonly string[];
  /** Where records go; nowhere by default. */
  readonly log?: Logger;
}

/** Opens an app inside a program of yours: its registries are ready to be called; close it when you are done. */
export async function openApp(app: App, options: EmbedOptions = {}): Promise<OpenApp> {
  const { cwd, env } = { ...thisProcess(), ...options };
  const model = app.configModel;
  const { options: settings } = parseOptions(options.args ?? [], {}, model);
  const loaded = await loadForServer(app, { cwd, env, options: settings, model });
  return openWith(app, { loaded, cwd, env, log: options.log ?? silentLogger });
}

/** Makes the SDK's server for one connection to an open app, to be connected to a transport of yours. */
export function createServer(open: OpenApp): Server {
  return createServerOver(open.registry, serverOptionsOf(open));
}
