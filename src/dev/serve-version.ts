import { isError } from '../base/any-realm';
import { exceptionMessage } from '../base/exception';
import { banner, startCommand } from '../app/banner';
import { httpBanner } from '../app/http-banner';
import { isMistake } from '../app/app-mistakes';
import { loadApp } from '../app/load-app';
import { finishNow } from '../app/end-in-time';
import { EndWatch } from '../app/end-watch';
import { openForServer, type OpenedServer } from '../app/open-app-for-server';
import { serverOptionsOf } from '../app/wiring/make-connection-options';
import { answerSibling } from '../app/wiring/answer-sibling';
import { makeGrants } from '../app/wiring/make-grants';
import { endpointOptions, listenOptions } from '../app/wiring/make-http-options';
import { sayingLeftOut } from '../app/with-left-out';
import type { World } from '../app/world';
import { authorFrames } from '../base/author-frames';
import type { Result } from '../result';
import { ConfigError, parseOptions } from '../config';
import { FastLane } from '../serve/legacy/fast-lane';
import { MethodTable } from '../serve/method-table';
import { Audiences } from '../serve/http/http-audiences';
import { ModernLane } from '../serve/modern/modern-lane';
import { paramHeadersOf } from '../serve/modern/modern-headers';
import type { ServerOptions } from '../serve/server-options';
import { oncePerTick } from '../serve/announce-changes';
import { declaredArguments } from './declared-arguments';
import { ServedClient, type ClientLanes } from './served-client';
import { VersionSiblings } from './version-siblings';
import type { FromVersion, ToVersion, VersionFacts } from './version-messages';

type Opening = Extract<ToVersion, { kind: 'open' }>;
type Begin = Extract<ToVersion, { kind: 'begin' }>;

// What closing may take, beyond the grace period of running work, where the front process is gone and can't end this one.
const CLOSING_MS = 3_000;

/** One version of an app in a process of its own: it answers the clients that the front process tells it about. */
export class ServedVersion {
  private readonly clients = new Map<number, ServedClient>();
  private readonly siblings: VersionSiblings;
  private opened: OpenedServer | undefined;
  private watch: EndWatch | undefined;
  private lanesOf!: (begin: Begin) => ClientLanes;

  /** `ended` is called when everything is closed. */
  constructor(
    private readonly world: World,
    private readonly tell: (message: FromVersion) => void,
    private readonly ended: () => void,
  ) {
    this.siblings = new VersionSiblings(tell);
  }

  hear(message: ToVersion): void {
    switch (message.kind) {
      case 'open':
        return void this.open(message);
      case 'begin':
        return this.begin(message);
      case 'take':
        return this.clients.get(message.client)?.take(message.message, message.headers);
      case 'hurry':
        return this.clients.get(message.client)?.hurry();
      case 'end':
        this.clients.get(message.client)?.close();
        this.clients.delete(message.client);
        return;
      case 'asked':
        return void this.reply(message.number, message.question);
      case 'told':
        return this.siblings.told(message.number, message.values);
      case 'banner':
        return this.tell({ kind: 'banner', text: this.bannerFor(message.command, message.url) });
      case 'close':
        return void this.close();
    }
  }

  async close(): Promise<void> {
    this.watch?.ending();
    for (const client of this.clients.values()) client.close();
    await this.opened?.open.close();
    await this.opened?.logging.close();
    this.ended();
  }

  private async open({ entry, args, stateSecret }: Opening): Promise<void> {
    try {
      const app = await loadApp(entry);
      refusePositionals(parseOptions(args, {}, app.configModel).positionals);
      // A mistake is reported when the file is saved, not when a client calls the tool.
      this.opened = await openForServer(
        app,
        { ...this.world, args, terminal: true, siblings: this.siblings },
        { closing: { begins: (hook) => this.tell({ kind: 'closes', hook }) } },
      );
      this.watch = watchFor(this.opened);
      this.opened.open.registry.observers.add({
        begin: () => undefined,
        end: ({ outcome, error }) =>
          this.tellThrown(error ?? (outcome?.result as Partial<Result> | undefined)?.exception),
      });
      const options = serverOptionsOf(this.opened.open);
      this.lanesOf = lanesFor(this.opened, { ...options, stateSecret: options.stateSecret ?? stateSecret });
      this.tell({ kind: 'ready', facts: await factsOf(this.opened, options) });
      this.tellDeclared(this.opened);
    } catch (error) {
      const text = isMistake(error) ? error.message : isError(error) ? error.stack : String(error);
      this.tell({ kind: 'failed', text: text ?? '', isUsage: isUsage(error) });
    }
  }

  // Whoever asks waits for every version, so each question has a reply.
  private async reply(number: number, question: unknown): Promise<void> {
    const value = this.opened
      ? await answerSibling(this.opened.open.setup, question).catch(() => undefined)
      : undefined;
    this.tell({ kind: 'replies', number, ...(value !== undefined && { value }) });
  }

  private tellDeclared({ open }: OpenedServer): void {
    const tell = oncePerTick(
      () =>
        void declaredArguments(open).then(
          (declared) => this.tell({ kind: 'declared', declared }),
          () => undefined,
        ),
    );
    open.registry.onChange(tell);
    open.prompts.onChange(tell);
  }

  private tellThrown(error: unknown): void {
    const frames = authorFrames(error);
    if (frames.length) this.tell({ kind: 'threw', message: exceptionMessage(error), frames });
  }

  private begin(begin: Begin): void {
    const { client } = begin;
    const send = (json: string, last: object | undefined, about: unknown): void =>
      this.tell({
        kind: 'sent',
        client,
        json,
        ...(about !== undefined && { about }),
        ...(last && { last }),
      });
    this.clients.set(client, new ServedClient(this.lanesOf(begin), send));
  }

  private bannerFor(command: readonly string[], url: string | undefined): string {
    const { open } = this.opened!;
    if (url !== undefined) return httpBanner(open, url);
    const { cwd } = this.world;
    const start = startCommand(command, { cwd, sources: open.setup.sources, isOwn: true });
    return banner(open, { command: start, leftOut: open.setup.trust.leftOut, cwd, isOwn: true });
  }
}

function lanesFor({ open }: OpenedServer, options: ServerOptions): (begin: Begin) => ClientLanes {
  const { registry, setup } = open;
  const table = new MethodTable(registry, options);
  const lane = new ModernLane(table);
  const audiences = new Audiences(registry, options, makeGrants(setup));
  return ({ caller, network }) => {
    const audience = network && audiences.of(network.principal);
    return {
      legacy: (send) => audience?.legacy(send, caller) ?? new FastLane(table, send, caller),
      modern: (message, headers, send, done) =>
        audience
          ? audience.modern(message, (name) => headers[name], send, caller, done)
          : lane.take(message, send, caller, done),
    };
  };
}

// The front process ends a version that hangs; without it, the version has to end by itself.
function watchFor(opened: OpenedServer): EndWatch {
  const { app, config, registry } = opened.open;
  const graceMs = config.operations.grace * 1000;
  const watch = new EndWatch({
    name: app.name,
    graceMs,
    endMs: graceMs + CLOSING_MS,
    signals: false,
    parent: process.ppid,
    finish: () => finishNow(opened),
  });
  registry.onWork = watch.note;
  return watch;
}

async function factsOf({ open }: OpenedServer, options: ServerOptions): Promise<VersionFacts> {
  const { app, config, registry, setup } = open;
  // What HTTP would refuse is refused before the first client comes.
  if (config.http.listen !== undefined) {
    await sayingLeftOut(setup, () => [listenOptions(setup), endpointOptions(setup)]);
  }
  const tools = registry.list({ enabledOnly: true }).filter(setup.exposure.visible);
  return {
    name: `${app.name} ${app.version}`,
    tools: tools.map((tool) => registry.exposedName(tool)),
    announced: new MethodTable(registry, options).announced.map(({ method }) => method),
    graceMs: config.operations.grace * 1000,
    headers: tools.flatMap((tool) =>
      paramHeadersOf({ ...tool.describe().inputSchema }).map(({ header }) => header),
    ),
    http: config.http,
    listenOrigin: setup.sources.where('http.listen'),
    declared: await declaredArguments(open),
  };
}

function refusePositionals([extra]: readonly string[]): void {
  if (extra === undefined) return;
  throw new ConfigError([
    {
      origin: { source: 'option', name: extra },
      path: '',
      message: 'dev takes options only',
      cure: `Name the app with --app ${extra}.`,
    },
  ]);
}

// The command line is wrong, so that no later version could be right.
function isUsage(error: unknown): boolean {
  return error instanceof ConfigError && error.problems.some(({ origin }) => origin.source === 'option');
}
