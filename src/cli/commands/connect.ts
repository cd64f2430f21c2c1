import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { nearestNames } from '../../base/names';
import { columns } from '../print-columns';
import { UsageError, type Command, type Io } from '../command';
import { ClientConfigFile, type ClientConfigChange } from '../connect/client-config-file';
import type { ClientProfile, ConnectedServer } from '../connect/client-profile';
import { CLIENTS } from '../connect/client-profiles';
import { configFilePath } from '../connect/client-config-path';
import { UneditableConfig, withEntry } from '../connect/edit-config-text';
import { serverCommand } from '../connect/server-command';
import { readForApp } from '../open-for-shell';
import { withProjectApp } from '../project-app/with-project-app';
import { refuseBoth, refuseExtra } from '../refuse-extra';

const SWITCHES = ['--write', '--undo', '--project', '--json'] as const;
const VALUES = ['--name', '--url'] as const;

/** Shows how a client is configured for the app, and edits the client's configuration on request. */
export const command: Command = {
  name: 'connect',
  usage: `toolwright connect                       lists the clients that are known
  toolwright connect CLIENT [--project] [--name NAME] [--url URL] [serve options]
                                           shows what belongs into its configuration, and where that is
  toolwright connect CLIENT --write …      writes it there; the file as it was is kept beside it
  toolwright connect CLIENT --undo …       takes that back

  --project   the configuration of this project instead of the user's
  --name      what the server is called there; the app's name by default
  --url       a server that runs already, instead of one that the client starts
  --json      the answer as JSON`,
  async run(args, io) {
    const { switches, values, words, rest } = split(args);
    if (!words.length) return await list(io, switches.has('--json'), rest);
    const client = clientNamed(words);
    const scope = switches.has('--project') ? 'project' : client.user ? 'user' : 'project';
    refuseBoth({ write: switches.has('--write'), undo: switches.has('--undo') }, 'write', 'undo');
    const { io: to, ...server } = await serverOf(values['--url'], rest, io, scope);
    const name = values['--name'] ?? server.name;
    const entry = client.entry(server, name);
    if (!entry)
      throw new UsageError(
        `${client.name} takes no address in its configuration; leave out --url, or add the address in its settings`,
      );
    const file = fileOf(client, scope, io);
    const place = { keys: client.keys, name, ...(client.list && { list: client.list }) };
    const config = new ClientConfigFile(file, client.format, place);
    try {
      if (switches.has('--undo')) return report(to, switches, client, await config.undo());
      if (switches.has('--write')) return report(to, switches, client, await config.write(entry));
    } catch (error) {
      if (!(error instanceof UneditableConfig)) throw error;
      throw new UsageError(`${file} was left as it is: ${error.message}`);
    }
    const text = withEntry(client.format, '', place, entry);
    to.stdout(
      switches.has('--json')
        ? `${JSON.stringify({ client: client.id, file, entry, name })}\n`
        : `Add this to ${file}:\n\n${text.trimEnd()}\n\nOr let it be written there, beside what is there already: toolwright connect ${args.join(' ')} --write\n`,
    );
    return 0;
  },
};

interface Split {
  readonly switches: ReadonlySet<string>;
  readonly values: Partial<Record<(typeof VALUES)[number], string>>;
  readonly words: readonly string[];
  readonly rest: readonly string[];
}

// The command's own words come first; from the first other option on everything is for `serve`.
function split(args: readonly string[]): Split {
  const switches = new Set<string>();
  const values: Split['values'] = {};
  const words: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    const value = VALUES.find((name) => name === word);
    if ((SWITCHES as readonly string[]).includes(word)) switches.add(word);
    else if (value) {
      const given = args[++at];
      if (given === undefined || given.startsWith('-')) throw new UsageError(`${word} needs a value`);
      values[value] = given;
    } else if (word.startsWith('-') || rest.length) rest.push(word);
    else words.push(word);
  }
  return { switches, values, words, rest };
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

async function serverOf(
  url: string | undefined,
  rest: readonly string[],
  io: Io,
  scope: 'user' | 'project',
): Promise<ConnectedServer & { readonly name: string; readonly io: Io }> {
  if (url === undefined) {
    return withProjectApp(rest, io, 'judges', async (words, to) => ({
      ...(await serverCommand(words, to, scope)),
      io: to,
    }));
  }
  if (rest.length)
    throw new UsageError(`--url names a server that runs already; ${rest[0]} is for one that is started`);
  if (!/^https?:\/\/\S+$/.test(url))
    throw new UsageError(`--url takes an address such as http://127.0.0.1:3000/mcp`);
  return { url, name: 'toolwright', io };
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
