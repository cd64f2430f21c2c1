import { startCommand } from '../../app/banner';
import { loadForServer } from '../../app/load-app-for-server';
import { thisProcess } from '../../app/world';
import type { Io } from '../command';
import { readForApp } from '../open-for-shell';

/** A server to be named in a client's configuration: what it is called, and how it is started. */
export interface NamedServer {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Returns how a client starts the app with these options of `serve`: from any directory, or from the project's own. */
export async function serverCommand(
  serveArgs: readonly string[],
  io: Io,
  scope: 'user' | 'project',
): Promise<NamedServer> {
  const { app, options } = await readForApp(serveArgs, io);
  const { cwd, env } = io;
  const { sources } = await loadForServer(app, { cwd, env, options, model: app.configModel });
  if (scope === 'project')
    return { name: app.name, command: 'npx', args: ['toolwright', 'serve', ...serveArgs] };
  const [node = 'node', script = 'toolwright'] = thisProcess().command;
  const [command = node, ...args] = startCommand([node, script, 'serve', ...serveArgs], cwd, sources);
  return { name: app.name, command, args };
}
