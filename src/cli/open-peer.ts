import { findApp } from '../app/load-app';
import { version } from '../app/package-version';
import { PeerError, type Peer } from '../client/peer';
import type { Address, RemoteOptions, RemotePeer } from '../client/remote-peer';
import { optionTable, type OwnOptions, type ParsedOptions } from '../config';
import { AppPeer } from './app-peer';
import { UsageError, type Io } from './command';
import { namedOption } from '../config/named-option';
import { openForShell, type ShellUse } from './open-for-shell';
import { parseCommandLine } from './parse-command-line';
import { settingElsewhere } from './settings-elsewhere';
import { shellWords } from './shell-words';

/** The options by which a command names another server instead of an app, and `--json` for programs that read it. */
export const PEER_OPTIONS = {
  server: { type: 'string' },
  url: { type: 'string' },
  header: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const satisfies OwnOptions;

/** How the usage texts write them. */
export const PEER_USAGE =
  '[--json] [--server "COMMAND …" | --url URL [--header "NAME: VALUE"]…] [serve options]';

/** Whoever a command speaks to, and what was said besides. */
export interface OpenPeer extends ParsedOptions {
  readonly peer: Peer;
}

/** Opens the app that `serve` would serve, or connects to the server named with `--server` or `--url`. */
export async function openPeer(
  args: readonly string[],
  io: Io,
  more: OwnOptions = {},
  { beforeStart, ...use }: RemoteUse & Pick<ShellUse, 'beforeStart'> = {},
): Promise<OpenPeer> {
  if (!isRemote(args)) {
    if (namedOption(args, 'header') !== undefined) throw new UsageError('--header: only goes with --url');
    const { open, options, positionals } = await openForShell(
      args,
      io,
      { ...PEER_OPTIONS, ...more },
      { beforeStart },
    );
    return { peer: new AppPeer(open), options, positionals };
  }
  return openRemote(args, io, more, use);
}

/** How a connection to another server is used, where it is not for one command in a terminal. */
export type RemoteUse = Partial<Pick<RemoteOptions, 'asks' | 'log' | 'stderr' | 'changed'>>;

/** Connects to the server named with `--server` or `--url`. */
export async function openRemote(
  args: readonly string[],
  io: Io,
  known: OwnOptions,
  use: RemoteUse = {},
): Promise<ParsedOptions & { readonly peer: RemotePeer; readonly name: string }> {
  const options = { ...known, ...PEER_OPTIONS };
  refuseSettings(args, options);
  const { values, positionals } = parseCommandLine({ args: [...args], options, allowPositionals: true });
  const { connectRemote, nameOf } = await import('../client/remote-peer.js');
  const address = addressIn(values);
  const peer = await connectRemote({
    address,
    headers: headersIn(values),
    cwd: io.cwd,
    env: io.env,
    version: version(),
    // What a server lists may depend on it: every command is to read the same list, whoever runs it.
    asks: true,
    log: (level, text) => io.stderr(`${level}: ${text}\n`),
    ...use,
  }).catch(withCure);
  return { peer, name: nameOf(address), options: { ...values }, positionals };
}

/** Refuses a setting beside `--server` or `--url`: settings are read by whoever opens an app. */
export function refuseSettings(args: readonly string[], known: OwnOptions): void {
  for (const word of args) {
    const name = /^--([^=]+)/.exec(word)?.[1];
    const problem = name === undefined || Object.hasOwn(known, name) ? undefined : settingElsewhere(name);
    if (problem !== undefined) throw new UsageError(problem);
  }
}

// A server that wants to know who asks can be told so on the command line.
function withCure(error: unknown): never {
  if (!(error instanceof PeerError) || error.code !== 401) throw error;
  throw new PeerError(`${error.message}; give it with --header "Authorization: Bearer TOKEN"`, error.code);
}

/** Returns every option that a command knows before anything is opened: its own, and the settings of its app. */
export async function knownOptions(
  args: readonly string[],
  io: Io,
  more: OwnOptions = {},
): Promise<OwnOptions> {
  if (isRemote(args)) return { ...PEER_OPTIONS, ...more };
  const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
  const app = await findApp({ cwd: io.cwd, env: io.env, options });
  return { ...optionTable(app.configModel), ...PEER_OPTIONS, ...more };
}

/** Returns whether a command line names another server. */
export function isRemote(args: readonly string[]): boolean {
  return namedOption(args, 'server') !== undefined || namedOption(args, 'url') !== undefined;
}

interface Named {
  readonly server?: string | undefined;
  readonly url?: string | undefined;
  readonly header?: string[] | undefined;
}

function addressIn({ server, url, header }: Named): Address {
  if (server !== undefined && url !== undefined)
    throw new UsageError('--server and --url: name one of the two');
  if (url === undefined) {
    if (header) throw new UsageError('--header: only goes with --url');
    const command = shellWords(server!);
    if (!command.length)
      throw new UsageError('--server: needs a command, such as --server "node dist/server.js"');
    return { command };
  }
  if (!URL.canParse(url) || !/^https?:/.test(url))
    throw new UsageError(`--url: '${url}' is not an address; write it as http://HOST:PORT/mcp`);
  return { url: new URL(url) };
}

function headersIn({ header = [] }: Named): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of header) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new UsageError(`--header: write it as "NAME: VALUE"`);
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return headers;
}
