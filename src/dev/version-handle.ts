import type { Hook } from '../app/author-hooks';
import type { FromVersion, ToVersion, VersionFacts, VersionProcess } from './version-messages';

// What a version that was replaced gets to run its close hooks, beyond its grace period.
const CLOSING_MS = 3_000;

// A tool that keeps its thread answers nothing and uses a core.
const LINGERS_MS = 10_000;

/** What somebody wants to know about a version. */
export interface VersionEvents {
  sent(version: VersionHandle, sent: Extract<FromVersion, { kind: 'sent' }>): void;
  /** A tool of it threw, at these lines of the author's code. */
  threw(message: string, frames: readonly string[]): void;
  /** It asks the other versions, replies to them, keeps and seeks answers, or has to be opened anew. */
  asked(version: VersionHandle, message: FromVersionToOthers): void;
  /** A hook of the author's is about to run, since it is closed. */
  closes(version: VersionHandle, hook: Hook): void;
  /** It was replaced, and has nothing left to answer. */
  idle(version: VersionHandle): void;
  /** It was replaced, and has had requests to answer for that many seconds since. */
  lingers(version: VersionHandle, requests: number, seconds: number): void;
  /** Its process ended although nobody closed it. */
  lost(version: VersionHandle, how: string): void;
}

/** What a version says that concerns the others. */
export type FromVersionToOthers = Extract<
  FromVersion,
  { kind: 'asks' | 'seeks' | 'replies' | 'keeps' | 'reconfigured' }
>;

/** How opening a version ended. */
export type OpenedVersion = { facts: VersionFacts } | { problem: string; isUsage: boolean };

/** One version as the front process sees it: a process, which is empty until it is told which build to open. */
export class VersionHandle {
  number = 0;
  facts: VersionFacts | undefined;
  /** Whether calls of it go on in the background, or may be asked about. */
  keepsOperations = false;
  /** Ends when its process has. */
  readonly ended: Promise<void>;
  private requests = 0;
  private replaced = false;
  private closing = false;
  private lingering: NodeJS.Timeout | undefined;
  private opened: ((result: OpenedVersion) => void) | undefined;
  private banner: ((text: string) => void) | undefined;

  constructor(
    private readonly process: VersionProcess,
    private readonly events: VersionEvents,
  ) {
    process.onMessage((message) => this.hear(message));
    this.ended = new Promise((resolve) =>
      process.onExit((how) => {
        resolve();
        this.exited(how);
      }),
    );
  }

  open(number: number, request: Omit<Extract<ToVersion, { kind: 'open' }>, 'kind'>): Promise<OpenedVersion> {
    this.number = number;
    return new Promise((resolve) => {
      this.opened = resolve;
      this.send({ kind: 'open', ...request });
    });
  }

  get isRunning(): boolean {
    return !this.closing;
  }

  send(message: ToVersion): void {
    if (!this.closing) this.process.send(message);
  }

  /** Returns the text that is shown when a server starts in a terminal. */
  bannerFor(command: readonly string[], url?: string): Promise<string> {
    return new Promise((resolve) => {
      this.banner = resolve;
      this.send({ kind: 'banner', command, ...(url !== undefined && { url }) });
    });
  }

  /** Notes that it has a request to answer. */
  asked(): void {
    this.requests++;
  }

  /** Notes that a request was answered, or is not wanted any more. */
  answered(): void {
    this.requests--;
    if (this.replaced && this.requests === 0) this.becomeIdle();
  }

  /** Notes that it was replaced: it finishes what it has begun, and then is idle. */
  retire(): void {
    this.replaced = true;
    if (this.requests === 0) return this.becomeIdle();
    const tell = (): void => this.events.lingers(this, this.requests, LINGERS_MS / 1_000);
    this.lingering ??= setTimeout(tell, LINGERS_MS).unref();
  }

  /** Ends it now: its close hooks run, and its process ends. */
  close(): void {
    if (this.closing) return;
    this.send({ kind: 'close' });
    this.closing = true;
    const patience = setTimeout(() => this.process.kill(), (this.facts?.graceMs ?? 0) + CLOSING_MS);
    void this.ended.then(() => clearTimeout(patience));
  }

  /** Ends it without any of that: nobody has used it. */
  discard(): void {
    this.closing = true;
    this.process.kill();
  }

  private becomeIdle(): void {
    clearTimeout(this.lingering);
    this.events.idle(this);
  }

  private hear(message: FromVersion): void {
    switch (message.kind) {
      case 'ready':
        this.facts = message.facts;
        return this.opened?.({ facts: message.facts });
      case 'declared':
        if (this.facts) this.facts = { ...this.facts, declared: message.declared };
        return;
      case 'failed':
        return this.opened?.({ problem: message.text, isUsage: message.isUsage });
      case 'banner':
        return this.banner?.(message.text);
      case 'threw':
        return this.events.threw(message.message, message.frames);
      case 'closes':
        return this.events.closes(this, message.hook);
      case 'sent':
        return this.events.sent(this, message);
      case 'asks':
      case 'seeks':
      case 'replies':
      case 'keeps':
      case 'reconfigured':
        return this.events.asked(this, message);
    }
  }

  private exited(how: string): void {
    this.opened?.({ problem: `its process ended while it was opened (${how})`, isUsage: false });
    clearTimeout(this.lingering);
    if (this.facts && !this.closing) this.events.lost(this, how);
    this.closing = true;
  }
}
