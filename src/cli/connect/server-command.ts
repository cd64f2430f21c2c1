import { startCommand } from '../../app/banner';
import { builtInApp } from '../../app/built-in-app';
import { loadForServer } from '../../app/load-app-for-server';
import { WorkspaceTrust } from '../../app/workspace-trust';
import { thisProcess } from '../../app/world';
import type { LoadedConfig } from '../../config';
import { createLogging } from '../../logging';
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
  const loaded = await loadForServer(app, { cwd, env, options, model: app.configModel });
  await reportLeftOut(loaded, io);
  if (scope === 'project')
    return { name: app.name, command: 'npx', args: ['toolwright', 'serve', ...serveArgs] };
  const [node = 'node', script = 'toolwright'] = thisProcess().command;
  const [command = node, ...args] = startCommand([node, script, 'serve', ...serveArgs], {
    cwd,
    sources: loaded.sources,
    isOwn: app !== builtInApp,
  });
  return { name: app.name, command, args };
}

// A server that the client starts here leaves out the same.
async function reportLeftOut(loaded: LoadedConfig, { cwd, env, stderr }: Io): Promise<void> {
  const { level, json } = loaded.config.log;
  const logging = createLogging({ level, json, stderr });
  new WorkspaceTrust({ ...loaded, cwd, env }).report(logging.log);
  await logging.close();
}
