import type { Send } from '../serve/method';
import { DevClient, type DevCaller, type VersionSource } from './dev-client';
import { BegunOperations } from './version-operations';
import type { CallLog } from './call-log';
import { VersionAnswers } from './version-answers';
import { VersionQuestions } from './version-questions';
import { VersionHandle, type FromVersionToOthers, type VersionEvents } from './version-handle';
import type { VersionProcess } from './version-messages';

/** What versions are made with. */
export interface VersionsOptions {
  /** Starts an empty process for a version. */
  readonly start: () => VersionProcess;
  /** The settings of the command line, for every version. */
  readonly args: readonly string[];
  readonly stateSecret: string;
  readonly log: CallLog;
  /** The command line is wrong, so that no version can ever be opened. */
  readonly refuse: (text: string) => void;
}

// A request that came during a change waits for the new version, but not for ever: a compiler may hang.
const LONGEST_HOLD_MS = 10_000;

// A build whose process ends by itself is opened again, but one that always does so is left until it is changed.
const MOST_LOSSES = 3;

// Versions that are kept for the operations they began.
const MOST_KEPT = 3;

/**
 * The versions of an app behind the clients. Requests go to the newest; those it has begun are still answered by an
 * older one. While a change is being built, requests wait, so that nobody gets the answer of code that was replaced.
 */
export class Versions implements VersionSource, VersionEvents {
  readonly log: CallLog;
  private readonly clients = new Map<number, DevClient>();
  private readonly alive = new Set<VersionHandle>();
  readonly operations = new BegunOperations();
  private readonly questions = new VersionQuestions();
  private readonly answers = new VersionAnswers();
  /** Versions that were replaced, and have operations that go on or may be asked about. */
  private readonly kept = new Set<VersionHandle>();
  private current: VersionHandle | undefined;
  private spare: VersionHandle | undefined;
  private opening: VersionHandle | undefined;
  private build: { readonly entry: string; losses: number } | undefined;
  /** Whether something was saved that is not built yet. */
  private building = false;
  private impatient = false;
  private hold: NodeJS.Timeout | undefined;
  private changedAt = 0;
  private count = 0;
  private callers = 0;
  private closed = false;
  private firstOpened!: (version: VersionHandle) => void;
  /** The first version that could be opened. */
  readonly first = new Promise<VersionHandle>((resolve) => (this.firstOpened = resolve));

  constructor(private readonly options: VersionsOptions) {
    this.log = options.log;
    this.prepare();
  }

  get ready(): VersionHandle | undefined {
    return this.impatient || (!this.building && !this.opening) ? this.current : undefined;
  }

  /** The newest version, whether or not requests wait for the next. */
  get newest(): VersionHandle | undefined {
    return this.current;
  }

  connect(who: Omit<DevCaller, 'number'>, send: Send): DevClient {
    const number = ++this.callers;
    const client = new DevClient({ number, ...who }, this, send);
    this.clients.set(number, client);
    return client;
  }

  gone(client: DevClient): void {
    for (const [number, each] of this.clients) if (each === client) this.clients.delete(number);
  }

  /** Notes that something was saved: what comes from now on waits until that is built, or found wrong. */
  change(): void {
    if (!this.building && !this.opening) this.changedAt = performance.now();
    this.building = true;
    this.hold ??= setTimeout(() => {
      this.impatient = true;
      this.resume();
    }, LONGEST_HOLD_MS).unref();
  }

  /** Goes on with the last good version: what was saved is wrong. */
  refuse(): void {
    this.building = false;
    this.resume();
  }

  /** Opens a build as a new version, and goes on with it if it can be opened. */
  replace(entry: string): Promise<void> {
    this.building = false;
    this.build = { entry, losses: 0 };
    return this.openBuild();
  }

  sent(version: VersionHandle, sent: Parameters<VersionEvents['sent']>[1]): void {
    this.clients.get(sent.client)?.hear(version, sent);
  }

  threw(message: string, frames: readonly string[]): void {
    this.log.threw(message, frames);
  }

  asked(version: VersionHandle, message: FromVersionToOthers): void {
    switch (message.kind) {
      case 'asks': {
        const others = [...this.alive].filter((other) => other !== version && other.facts && other.isRunning);
        return this.questions.ask(version, message.number, message.question, others);
      }
      case 'replies':
        return this.questions.replied(version, message.number, message.value);
      case 'reconfigured':
        return this.reopen(version);
      case 'keeps':
        return this.answers.keep(message.owner, message.answer, message.limits);
      case 'seeks': {
        const found = this.answers.find(message.owner, message.handle);
        return version.send({ kind: 'told', number: message.number, values: found ? [found] : [] });
      }
    }
  }

  idle(version: VersionHandle): void {
    if (!version.keepsOperations) return version.close();
    this.kept.add(version);
    const [oldest] = this.kept;
    if (this.kept.size <= MOST_KEPT) return;
    this.kept.delete(oldest!);
    oldest!.keepsOperations = false;
    oldest!.retire();
  }

  lost(version: VersionHandle, how: string): void {
    if (this.closed) return;
    for (const client of this.clients.values()) client.lose(version, how);
    if (version !== this.current) return;
    this.current = undefined;
    const again = ++this.build!.losses <= MOST_LOSSES;
    this.log.lost(version.number, how, again);
    if (again && !this.opening) void this.openBuild();
  }

  /** Ends every version, after what it has begun. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.hold);
    for (const version of [this.spare, this.opening]) version?.discard();
    for (const client of [...this.clients.values()]) client.close();
    for (const version of [...this.kept, this.current]) version?.close();
    await Promise.all([...this.alive].map((version) => version.ended));
  }

  // Earlier versions hear of the change too, and what is being built or opened reads the file by itself.
  private reopen(version: VersionHandle): void {
    if (version !== this.current || this.building || this.opening) return;
    this.change();
    void this.replace(this.build!.entry);
  }

  private async openBuild(): Promise<void> {
    if (this.closed) return;
    this.opening?.discard();
    const version = (this.opening = this.spare ?? this.startEmpty());
    this.spare = undefined;
    const { args, stateSecret } = this.options;
    const result = await version.open(this.count + 1, { entry: this.build!.entry, args, stateSecret });
    if (this.closed || this.opening !== version) return;
    this.opening = undefined;
    if ('facts' in result) return this.use(version);
    version.discard();
    if (result.isUsage && !this.current) return this.options.refuse(result.problem);
    this.log.broken(result.problem, this.current?.number);
    this.resume();
    this.prepare();
  }

  private use(version: VersionHandle): void {
    const before = this.current;
    version.number = ++this.count;
    this.current = version;
    this.log.opened(version.number, version.facts!, before?.facts, this.changedAt);
    for (const client of [...this.clients.values()]) client.moveTo(version);
    before?.retire();
    this.resume();
    this.prepare();
    this.firstOpened(version);
  }

  // Gives the requests that waited to the newest version, unless the next is being made.
  private resume(): void {
    if (!this.ready) return;
    for (const client of [...this.clients.values()]) client.resume();
    if (this.building || this.opening) return;
    clearTimeout(this.hold);
    this.hold = undefined;
    this.impatient = false;
  }

  // Starting a process takes longer than loading most apps, so one is always there before it is needed.
  private prepare(): void {
    if (!this.closed) this.spare ??= this.startEmpty();
  }

  private startEmpty(): VersionHandle {
    const version = new VersionHandle(this.options.start(), this);
    this.alive.add(version);
    void version.ended.then(() => {
      this.alive.delete(version);
      this.operations.forget(version);
      this.questions.forget(version);
      this.kept.delete(version);
      if (this.spare === version) this.spare = undefined;
    });
    return version;
  }
}
