import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isError } from '../../base/any-realm';
import { HIDDEN } from '../../base/hidden';
import { nearestNames } from '../../base/names';
import { columns } from '../print-columns';
import { UsageError, type Command, type Io } from '../command';
import { ClientConfigFile, type ClientConfigChange } from '../connect/client-config-file';
import type { ClientProfile, ConnectedServer } from '../connect/client-profile';
import { CLIENTS } from '../connect/client-profiles';
import { configFilePath } from '../connect/client-config-path';
import { CONNECT_SWITCHES, CONNECT_VALUES } from '../connect/connect-options';
import { UneditableConfig, withEntry } from '../connect/edit-config-text';
import { hasHiddenValues, withHiddenValues } from '../connect/hidden-values';
import { readHeaders, refuseSharedHeaders } from '../connect/request-headers';
import { serverCommand, serverName, type NamedServerRequest } from '../connect/server-command';
import { readForApp } from '../open-for-shell';
import { withProjectApp } from '../project-app/with-project-app';
import { refuseBoth, refuseExtra } from '../refuse-extra';

/** Shows how a client is configured for the app, and edits the client's configuration on request. */
export const command: Command = {
  name: 'connect',
  usage: `toolwright connect                       lists the clients that are known
  toolwright connect CLIENT [--project] [--name NAME] [serve options]
  toolwright connect CLIENT [--project] [--name NAME] --url URL [--header "NAME: VALUE"]…
                                           shows what belongs into its configuration, and where that is
  toolwright connect CLIENT --write …      writes it there; the file as it was is kept beside it
  toolwright connect CLIENT --undo …       takes that back

  --project   the configuration of this project instead of the user's
  --name      what the server is called there; the app's name by default, with --url the host's, and its port
  --url       a server that runs already, instead of one that the client starts
  --header    a header of every request to it, such as "Authorization: Bearer TOKEN"; repeatable
  --leave-out connect it without what this directory brings and nobody trusts
  --json      the answer as JSON

  Secrets are shown as ${HIDDEN} and only --write writes them: options of serve that are secret as environment variables.`,
  async run(args, io) {
    const { switches, values, headers, words, rest } = split(args);
    if (!words.length) return await list(io, switches.has('--json'), rest);
    const client = clientNamed(words);
    const scope = switches.has('--project') ? 'project' : client.user ? 'user' : 'project';
    refuseBoth({ write: switches.has('--write'), undo: switches.has('--undo') }, 'write', 'undo');
    const isUndone = switches.has('--undo');
    const request = {
      scope,
      hasUserScope: client.user !== undefined,
      leaveOut: switches.has('--leave-out'),
      isUndone,
    } as const;
    const { io: to, name: own, server } = await serverOf(values, headers, rest, io, request);
    const name = values['--name'] ?? own;
    const entry = client.entry(server, name);
    if (!entry)
      throw new UsageError(
        `${client.name} takes no address in its configuration; leave out --url, or add the address in its settings`,
      );
    const file = fileOf(client, scope, io);
    const place = { keys: client.keys, name, ...(client.list && { list: client.list }) };
    const config = new ClientConfigFile(file, client.format, place);
    try {
      if (isUndone) return report(to, switches, client, await config.undo());
      if (switches.has('--write')) return report(to, switches, client, await config.write(entry));
    } catch (error) {
      if (!(error instanceof UneditableConfig) && !isRefusedBySystem(error)) throw error;
      throw new UsageError(`${file} was left as it is: ${(error as Error).message}`);
    }
    const shown = client.entry(withHiddenValues(server), name)!;
    const text = withEntry(client.format, '', place, shown);
    const note = hasHiddenValues(server) ? `${HIDDEN} stands for a secret, which --write writes out. ` : '';
    to.stdout(
      switches.has('--json')
        ? `${JSON.stringify({ client: client.id, file, entry: shown, name })}\n`
        : `Add this to ${file}:\n\n${text.trimEnd()}\n\n${note}Or let it be written there, beside what is there already: add --write to this command\n`,
    );
    return 0;
  },
};

interface Split {
  readonly switches: ReadonlySet<string>;
  readonly values: Partial<Record<(typeof CONNECT_VALUES)[number], string>>;
  readonly headers: readonly string[];
  readonly words: readonly string[];
  readonly rest: readonly string[];
}

// The command's own words come first; from the first other option on everything is for `serve`.
function split(args: readonly string[]): Split {
  const switches = new Set<string>();
  const values: Split['values'] = {};
  const headers: string[] = [];
  const words: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const value = CONNECT_VALUES.find((name) => name === word);
    if ((CONNECT_SWITCHES as readonly string[]).includes(word)) switches.add(word);
    else if (value) {
      const given = args[++at];
      if (given === undefined || given.startsWith('-')) throw new UsageError(`${word} needs a value`);
      if (value === '--header') headers.push(given);
      values[value] = given;
    } else if (word.startsWith('-') || rest.length) rest.push(word);
    else words.push(word);
  }
  return { switches, values, headers, words, rest };
}

function clientNamed(words: readonly string[]): ClientProfile {
  const id = words[0]!;
  refuseExtra(words, 1);
  const found = CLIENTS.find((client) => client.id === id);
  if (found) return found;
  const near = nearestNames(
    id,
    CLIENTS.map((client) => client.id),
    1,
  );
  const cure = near.length ? `did you mean ${near[0]}?` : "'toolwright connect' lists them";
  throw new UsageError(`'${id}' is no client that is known; ${cure}`);
}

interface MeantServer {
  readonly server: ConnectedServer;
  readonly name: string;
  readonly io: Io;
}

async function serverOf(
  { '--url': url }: Split['values'],
  headers: Split['headers'],
  rest: readonly string[],
  io: Io,
  {
    isUndone,
    ...request
  }: NamedServerRequest & { readonly isUndone: boolean; readonly hasUserScope: boolean },
): Promise<MeantServer> {
  if (url === undefined) {
    if (headers.length) throw new UsageError('--header is for a server that runs already: add --url URL');
    return withProjectApp(rest, io, 'judges', async (words, to) => {
      // To take an entry back, no more than its name has to be known.
      if (isUndone) return { server: NOBODY, name: await serverName(words, to), io: to };
      const { name, ...server } = await serverCommand(words, to, request);
      return { server, name, io: to };
    });
  }
  if (rest.length)
    throw new UsageError(`--url names a server that runs already; ${rest[0]} is for one that is started`);
  if (!/^https?:\/\/\S+$/.test(url) || !URL.canParse(url))
    throw new UsageError(`--url takes an address such as http://127.0.0.1:3000/mcp`);
  const read = readHeaders(headers);
  if (request.scope === 'project') refuseSharedHeaders(read, request.hasUserScope);
  return { server: { url, ...(read && { headers: read }) }, name: hostName(url), io };
}

const NOBODY: ConnectedServer = { command: '', args: [] };

// One machine may run several servers, which only their ports tell apart.
function hostName(url: string): string {
  const { hostname, port } = new URL(url);
  const host = /^(?:127(?:\.\d+){3}|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
  return `${host}-${port}`.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function isRefusedBySystem(error: unknown): error is NodeJS.ErrnoException {
  return isError(error) && typeof (error as NodeJS.ErrnoException).syscall === 'string';
}

function fileOf(client: ClientProfile, scope: 'user' | 'project', { env, cwd }: Io): string {
  const places = client[scope];
  const file = places && configFilePath(places, { platform: process.platform, env, cwd });
  if (file !== undefined) return file;
  throw new UsageError(
    places
      ? `${client.name} does not run on this system`
      : `${client.name} has no configuration of its own in a ${scope === 'project' ? 'project; leave out' : 'home directory; add'} --project`,
  );
}

function report(
  io: Io,
  switches: ReadonlySet<string>,
  client: ClientProfile,
  change: ClientConfigChange,
): number {
  if (switches.has('--json')) io.stdout(`${JSON.stringify({ client: client.id, ...change })}\n`);
  else if (change.did === 'unchanged') io.stdout(`${change.file} has it already.\n`);
  else {
    const kept = change.backup === undefined ? '' : ` The file as it was is ${change.backup}.`;
    io.stdout(`${change.file} was ${change.did}.${kept} ${client.then}\n`);
  }
  return 0;
}

async function list(io: Io, json: boolean, rest: readonly string[]): Promise<number> {
  await readForApp(rest, io);
  if (rest.length) throw new UsageError(`${rest[0]} needs a client; 'toolwright connect' lists them`);
  const machine = { platform: process.platform, env: io.env, cwd: io.cwd };
  const known = CLIENTS.map(({ id, name, user, project }) => {
    const file = user && configFilePath(user, machine);
    return { id, name, file, project: project && configFilePath(project, machine), found: isThere(file) };
  });
  if (json) io.stdout(`${JSON.stringify(known)}\n`);
  else {
    io.stdout(
      columns(
        known.map(({ id, name, found }) => [id, `${name}${found ? ' (found on this machine)' : ''}`]),
        io,
      ),
    );
    io.stdout("\n'toolwright connect CLIENT' shows what belongs into its configuration.\n");
  }
  return 0;
}

// A client that was started once has its directory, even before it has a configuration of servers.
function isThere(file: string | undefined): boolean {
  return file !== undefined && (existsSync(file) || existsSync(dirname(file)));
}
