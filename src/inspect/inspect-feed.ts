import type { PageEvent } from './inspect-wire';

// Often enough to look immediate, and no flood whatever a server reports.
const FLUSH_MS = 40;
const MOST_LINES = 500;

type Lines = Extract<PageEvent, { kind: 'log' }>['log'];
type Calls = Extract<PageEvent, { kind: 'calls' }>['calls'];

/** What open pages are told: changes are gathered and sent together a few times a second. */
export class Feed {
  private readonly listeners = new Set<(event: PageEvent) => void>();
  private readonly dirty = new Set<number>();
  private fresh: Lines[number][] = [];
  private lines: Lines[number][] = [];
  private isChanged = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly calls: (ids: ReadonlySet<number> | undefined) => Calls,
    private readonly ended: () => string | undefined,
  ) {}

  /** Sends everything so far to a page, and each change from now on; returns an unsubscribe function. */
  subscribe(listener: (event: PageEvent) => void): () => void {
    this.flush();
    listener({ kind: 'hello', calls: this.calls(undefined), log: this.lines, ended: this.ended() });
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  callChanged(id: number): void {
    this.dirty.add(id);
    this.soon();
  }

  /** The lists of the server changed. */
  listChanged(): void {
    this.isChanged = true;
    this.soon();
  }

  /** The server ended, or was started again. */
  endChanged(): void {
    this.tell({ kind: 'ended', ended: this.ended() });
  }

  log(level: string, text: string): void {
    const entry = { at: Date.now(), level, text };
    this.fresh = [...this.fresh.slice(1 - MOST_LINES), entry];
    this.soon();
  }

  close(): void {
    clearTimeout(this.timer);
    this.listeners.clear();
  }

  private soon(): void {
    this.timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.dirty.size) this.tell({ kind: 'calls', calls: this.calls(this.dirty) });
    this.dirty.clear();
    if (this.fresh.length) this.tell({ kind: 'log', log: this.fresh });
    this.lines = [...this.lines, ...this.fresh].slice(-MOST_LINES);
    this.fresh = [];
    if (this.isChanged) this.tell({ kind: 'changed' });
    this.isChanged = false;
  }

  private tell(event: PageEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
