import { relative } from 'node:path';
import { startCommand } from '../../app/banner';
import { builtInApp } from '../../app/built-in-app';
import { judgeFound } from '../../app/found-files';
import { loadForServer } from '../../app/load-app-for-server';
import { thisProcess } from '../../app/world';
import { configPath, type LoadedConfig } from '../../config';
import { namedOption } from '../../config/named-option';
import type { Io } from '../command';
import { readForApp } from '../open-for-shell';
import type { StartedServer } from './client-profile';
import { refuseSharedSecrets, withoutSecretOptions } from './secret-options';
import { notInEntry, refuseLeftOut } from './what-stays-out';

/** A server to be named in a client's configuration: what it is called, and how it is started. */
export interface NamedServer extends StartedServer {
  readonly name: string;
}

/** How a server is to be named. */
export interface NamedServerRequest {
  /** Whose configuration it is: a user's, or that of a project, which others share. */
  readonly scope: 'user' | 'project';
  /** Whether it may start without what the directory brings and nobody trusts. */
  readonly leaveOut: boolean;
}

/** Returns the name of the app that a command line of `serve` is for. */
export async function serverName(serveArgs: readonly string[], io: Io): Promise<string> {
  return (await readForApp(serveArgs, io)).app.name;
}

/** Returns how a client starts the app with these options of `serve`: from any directory, or from the project's own. */
export async function serverCommand(
  serveArgs: readonly string[],
  io: Io,
  { scope, leaveOut }: NamedServerRequest,
): Promise<NamedServer> {
  const { app, options } = await readForApp(serveArgs, io);
  const { cwd, env } = io;
  const loaded = await loadForServer(app, { cwd, env, options, model: app.configModel });
  const found = await judgeFound(loaded, { cwd, env });
  if (!leaveOut) refuseLeftOut(found.leftOut, cwd);
  for (const line of notInEntry(loaded, found.leftOut)) io.stderr(`${line}\n`);
  const { args: open, env: secrets } = withoutSecretOptions(serveArgs, app.configModel);
  const entry = { name: app.name, ...(Object.keys(secrets).length && { env: secrets }) };
  if (scope === 'project') {
    refuseSharedSecrets(secrets);
    return {
      ...entry,
      command: 'npx',
      args: ['toolwright', 'serve', ...open, ...projectConfig(loaded, open)],
    };
  }
  const [node = 'node', script = 'toolwright'] = thisProcess().command;
  const [command = node, ...args] = startCommand([node, script, 'serve', ...open], {
    cwd,
    sources: loaded.sources,
    isOwn: app !== builtInApp,
    brings: found.leftOut.length + found.used.size > 0,
  });
  return { ...entry, command, args };
}

// What is trusted here isn't on the machines of those who share the project, so the entry names it.
function projectConfig({ sources, request }: LoadedConfig, args: readonly string[]): string[] {
  if (sources.file === undefined || namedOption(args, 'config') !== undefined) return [];
  return ['--config', relative(request.cwd, configPath(request).file)];
}
