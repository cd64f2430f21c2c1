import type { World } from '../app/world';
import { endpointOptions, listenOptions, listenProblem } from '../app/wiring/make-http-options';
import { guardStdout } from '../serve/stdio/stdout-guard';
import { connectPipe } from '../serve/stdio/connect-stdio';
import { HttpEndpoint } from '../serve/http/http-endpoint';
import { listenHttp } from '../serve/http/listen-http';
import { Config, type Origin } from '../config';
import { createLogging } from '../logging';
import { randomWord } from '../base/random-word';
import type { BuildMessage, Builder } from './build-messages';
import type { Paint } from '../base/colours';
import { CallLog } from './call-log';
import { DevAudiences } from './dev-audiences';
import type { VersionProcess } from './version-messages';
import { Versions } from './versions';

/** What `dev` is run with. */
export interface DevOptions {
  readonly world: World;
  readonly colour: Paint;
  /** The settings of the command line. */
  readonly args: readonly string[];
  readonly isHttp: boolean;
  readonly startVersion: () => VersionProcess;
  /** Starts building, and reports to the listener. */
  readonly startBuilder: (tell: (message: BuildMessage) => void) => Builder;
}

/** A running `dev`. */
export interface DevServer {
  /** Ends with the connection, or with the reason why nothing can be served. */
  readonly ended: Promise<string | undefined>;
  /** Begins its end. */
  close(): Promise<void>;
}

interface Served {
  readonly ended: Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Serves an app that is being worked on: this process keeps the connections of clients, and each build is served by a
 * process of its own, to which it leads their requests.
 */
export function runDev(options: DevOptions): DevServer {
  const guard = guardStdout();
  const { world, args } = options;
  const log = new CallLog({ write: world.stderr, colour: options.colour, now: () => new Date() });
  let give!: (reason: string | undefined) => void;
  const over = new Promise<string | undefined>((resolve) => (give = resolve));
  const versions = new Versions({
    start: options.startVersion,
    args,
    stateSecret: randomWord(32),
    log,
    refuse: give,
    look: () => builder.look(),
  });
  const told = new Set<string>();
  const builder = options.startBuilder((message) => {
    if ('notes' in message) noteNew(message.notes ?? [], told, log);
    if (message.kind !== 'noted') take(message, versions, log, give);
  });
  const serving = options.isHttp ? onHttp(versions, options, over) : onStdio(versions, options, guard);
  if (!options.isHttp) void versions.first.then(({ facts }) => noteListen(facts!.http.listen, log));
  const stop = async (server?: Served): Promise<void> => {
    builder.stop();
    await server?.close();
    await versions.close();
  };
  const untilOver = async (): Promise<string | undefined> => {
    const server = await serving.catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    void server?.ended.then(() => give(undefined));
    const reason = await over;
    await stop(server);
    return reason;
  };
  return { ended: untilOver(), close: async () => give(undefined) };
}

// A client on stdio is there before the app can be opened.
function noteListen(listen: string | undefined, log: CallLog): void {
  if (listen !== undefined)
    log.note(
      `the app sets http.listen (${listen}) itself, which dev learns too late: it serves on stdio; write --http ${listen} for HTTP`,
    );
}

// What was said about an earlier build is said again only if it was put right in between.
function noteNew(notes: readonly string[], told: Set<string>, log: CallLog): void {
  for (const note of notes) if (!told.has(note)) log.note(note);
  told.clear();
  for (const note of notes) told.add(note);
}

function take(
  message: Exclude<BuildMessage, { kind: 'noted' }>,
  versions: Versions,
  log: CallLog,
  impossible: (text: string) => void,
): void {
  if ('madeOf' in message && message.madeOf) versions.madeOf = message.madeOf;
  switch (message.kind) {
    case 'changed':
      return versions.change();
    case 'unchanged':
      return versions.refuse();
    case 'built':
      return void versions.replace(message.entry);
    case 'refused': {
      const last = versions.newest?.number;
      log.broken(message.problems.join('\n'), last);
      // What an earlier run has built is the last good version, too.
      if (last === undefined && message.entry !== undefined) return void versions.replace(message.entry);
      return versions.refuse(message.problems.join('\n'));
    }
    case 'impossible':
      return impossible(message.text);
  }
}

async function onStdio(versions: Versions, { world }: DevOptions, guard: ReturnType<typeof guardStdout>) {
  if (world.terminal)
    void versions.first.then(async (version) => world.stderr(await version.bannerFor(world.command)));
  return connectPipe((send) => versions.connect({ caller: { id: 'dev' } }, send), {
    guard,
    get graceMs() {
      return versions.newest?.facts?.graceMs ?? 0;
    },
  });
}

// Where to listen is a setting of the app, so nobody can connect before its first version.
async function onHttp(versions: Versions, { world }: DevOptions, over: Promise<unknown>) {
  const first = await Promise.race([versions.first, over.then(() => undefined)]);
  if (!first) return undefined;
  const { log } = createLogging({ level: 'info' });
  const { http, listenOrigin } = first.facts!;
  // The version has refused whatever is wrong with the other settings.
  const where = (path: string): Origin => (path === 'http.listen' ? listenOrigin : { source: 'default' });
  const setup = {
    config: Object.assign(new Config(), { http }),
    cwd: world.cwd,
    log,
    sources: { where },
  };
  const endpoint = new HttpEndpoint(new DevAudiences(versions, setup), endpointOptions(setup));
  const server = await listenHttp(endpoint, listenOptions(setup)).catch((error: unknown) => {
    throw listenProblem(setup, error);
  });
  world.stderr(await first.bannerFor(world.command, server.url));
  return server;
}
