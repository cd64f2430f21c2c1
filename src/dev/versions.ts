import type { Send } from '../serve/method';
import type { Hook } from '../app/author-hooks';
import { DevClient, type DevCaller, type VersionSource } from './dev-client';
import { BegunOperations } from './version-operations';
import type { CallLog } from './call-log';
import { hasChanged, type Stamps } from './file-stamps';
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
  /** Has the builder look for saves that it has not told of; it says in turn what became of them. */
  readonly look: () => void;
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
  /** Whether it was just looked for such saves. */
  private looked = false;
  private impatient = false;
  private stamps: Stamps = [];
  /** Why there is no version. */
  private problem: string | undefined;
  private hold: NodeJS.Timeout | undefined;
  private changedAt = 0;
  private count = 0;
  private callers = 0;
  private closed = false;
  private saidCloses = false;
  private firstOpened!: (version: VersionHandle) => void;
  /** The first version that could be opened. */
  readonly first = new Promise<VersionHandle>((resolve) => (this.firstOpened = resolve));

  constructor(private readonly options: VersionsOptions) {
    this.log = options.log;
    this.waitOnlySoLong();
    this.prepare();
  }

  get ready(): VersionHandle | undefined {
    return this.impatient || (!this.building && !this.opening) ? this.current : undefined;
  }

  get absence(): string | undefined {
    const mayCome = !this.impatient && (this.building || this.opening);
    return this.current || mayCome ? undefined : this.problem;
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

  /** Takes what the newest build was made of, or what was found to make no difference since. */
  set madeOf(stamps: Stamps) {
    this.stamps = stamps;
    this.looked = false;
  }

  /**
   * Looks whether anything was saved that the builder has not told of yet: then what comes now waits for that too. The system
   * may report a save late, but shows it at once.
   */
  look(): void {
    if (this.looked || this.building || this.closed) return;
    // What comes together is looked for once.
    this.looked = true;
    queueMicrotask(() => (this.looked = false));
    if (!hasChanged(this.stamps)) return;
    this.change();
    this.options.look();
  }

  /** Notes that something was saved: what comes from now on waits until that is built, or found wrong. */
  change(): void {
    if (this.impatient || (!this.building && !this.opening)) this.changedAt = performance.now();
    // What was saved before took too long; this may not.
    if (this.impatient) this.stopWaiting();
    this.building = true;
    this.waitOnlySoLong();
  }

  /** Goes on with the last good version: what was saved is wrong, or makes no difference. */
  refuse(problem?: string): void {
    this.building = false;
    this.problem = problem ?? this.problem;
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

  lingers({ number }: VersionHandle, requests: number, seconds: number): void {
    this.log.lingers(number, requests, seconds);
  }

  // Once, since it is said of the author's code, and not of what was saved.
  closes(version: VersionHandle, hook: Hook): void {
    if (!version.facts || version === this.current || this.saidCloses) return;
    this.saidCloses = true;
    this.log.closesLate(hook, version.number, this.count);
  }

  lost(version: VersionHandle, how: string): void {
    if (this.closed) return;
    for (const client of this.clients.values()) client.lose(version, how);
    if (version !== this.current) return;
    this.current = undefined;
    const again = ++this.build!.losses <= MOST_LOSSES;
    this.log.lost(version.number, how, again);
    this.problem = `The process of the app ended (${how}).`;
    if (!again || this.opening) return this.resume();
    if (!this.building) this.changedAt = performance.now();
    void this.openBuild();
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

  private waitOnlySoLong(): void {
    this.hold ??= setTimeout(() => {
      this.impatient = true;
      this.problem = this.log.slow(
        this.opening ? 'opening' : 'building',
        LONGEST_HOLD_MS / 1_000,
        this.current?.number,
      );
      this.resume();
    }, LONGEST_HOLD_MS).unref();
  }

  // Earlier versions hear of the change too, and what is being built or opened reads the file by itself.
  private reopen(version: VersionHandle): void {
    if (version !== this.current || this.building || this.opening) return;
    this.change();
    void this.replace(this.build!.entry);
  }

  private async openBuild(): Promise<void> {
    if (this.closed) return;
    this.waitOnlySoLong();
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
    this.problem = result.problem;
    this.resume();
    this.prepare();
  }

  private use(version: VersionHandle): void {
    const before = this.current;
    version.number = ++this.count;
    this.current = version;
    this.problem = undefined;
    this.log.opened(version.number, version.facts!, before?.facts, this.changedAt);
    for (const client of [...this.clients.values()]) client.moveTo(version);
    before?.retire();
    this.resume();
    this.prepare();
    this.firstOpened(version);
  }

  // Gives the requests that waited to the newest version, unless the next is being made, or says that there is none.
  private resume(): void {
    for (const client of [...this.clients.values()]) client.resume();
    if (!this.building && !this.opening) this.stopWaiting();
  }

  private stopWaiting(): void {
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
