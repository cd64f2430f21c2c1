import type { Route } from './route';
import type { CallRecord, Catalogue, LogEntry, PageEvent } from '../inspect-wire';

const MOST_LINES = 500;

/** Everything that the page knows; views listen, and draw what changed. */
export class Store {
  catalogue: Catalogue | undefined;
  readonly calls = new Map<number, CallRecord>();
  log: readonly LogEntry[] = [];
  /** How the server ended, if it did. */
  ended: string | undefined;
  private readonly listeners = new Map<string, Set<() => void>>();

  /** Calls a listener on each change of a kind. */
  on(kind: 'catalogue' | 'calls' | 'log' | 'ended', listener: () => void): void {
    const there = this.listeners.get(kind);
    if (there) there.add(listener);
    else this.listeners.set(kind, new Set([listener]));
  }

  setCatalogue(catalogue: Catalogue): void {
    this.catalogue = catalogue;
    this.tell('catalogue');
  }

  take(event: PageEvent): void {
    if (event.kind === 'hello') {
      this.calls.clear();
      this.log = [];
    }
    if (event.kind === 'hello' || event.kind === 'calls') {
      for (const call of event.calls) this.calls.set(call.id, call);
      this.tell('calls');
    }
    if (event.kind === 'hello' || event.kind === 'ended') {
      this.ended = event.ended;
      this.tell('ended');
    }
    if (event.kind === 'hello' || event.kind === 'log') {
      this.log = [...this.log, ...event.log].slice(-MOST_LINES);
      this.tell('log');
    }
  }

  /** The latest call of a tool. */
  lastOf(tool: string): CallRecord | undefined {
    return [...this.calls.values()].findLast((call) => call.tool === tool);
  }

  /** The tool that the page is about. */
  toolAt(route: Route): string | undefined {
    if (route.kind === 'call') return this.calls.get(route.id)?.tool;
    return route.kind === 'tool' ? route.name : undefined;
  }

  private tell(kind: string): void {
    for (const listener of this.listeners.get(kind) ?? []) listener();
  }
}
