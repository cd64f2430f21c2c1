import type { WireCaller } from './wire-caller';
import { FastLane } from './legacy/fast-lane';
import type { Send } from './method';
import type { MethodTable } from './method-table';
import { isModern } from './modern/protocol-era';
import type { ModernLane, Running } from './modern/modern-lane';

let count = 0;

/** One client on one pipe. Each message is answered by the lane of its era, so both eras can share the pipe. */
export class Connection {
  private readonly legacy: FastLane;
  private modern: ModernLane | undefined;
  private readonly running = new Map<unknown, Running>();
  private readonly caller: WireCaller;
  private open = true;

  constructor(
    private readonly table: MethodTable,
    private readonly send: Send,
  ) {
    const { sessionId, principal } = table.options;
    this.caller = {
      id: sessionId ?? `pipe-${++count}`,
      ...(principal !== undefined && { principal }),
    };
    this.legacy = new FastLane(table, send, this.caller);
  }

  /** Returns whether every request has been answered; open streams don't count. */
  get idle(): boolean {
    return this.legacy.idle && [...this.running.values()].every((request) => request.streaming);
  }

  /** The number of requests that are not answered yet; open streams don't count. */
  get unanswered(): number {
    let streams = 0;
    for (const request of this.running.values()) if (request.streaming) streams++;
    return this.legacy.running + this.running.size - streams;
  }

  take(message: Record<string, unknown>): void {
    if ('id' in message && 'method' in message && isModern(message)) this.takeModern(message);
    else if (message['method'] !== 'notifications/cancelled' || !this.cancel(message['params']))
      this.legacy.take(message);
  }

  /** Asks what runs to return now, because the server ends; it is still answered. */
  hurry(): void {
    for (const request of this.running.values()) request.hurry();
    this.legacy.hurry();
  }

  close(): void {
    if (!this.open) return;
    for (const request of [...this.running.values()]) request.end();
    this.open = false;
    this.running.clear();
    this.legacy.close();
  }

  private takeModern(message: Record<string, unknown>): void {
    const { id } = message;
    const send: Send = (json, last) => {
      if (this.open) this.send(json, last);
    };
    const running = (this.modern ??= newModernLane(this.table)).take(message, send, this.caller, () => {
      if (this.running.get(id) === running) this.running.delete(id);
    });
    if (running) this.running.set(id, running);
  }

  private cancel(params: unknown): boolean {
    const { requestId, reason } = (params ?? {}) as Record<string, unknown>;
    const request = this.running.get(requestId);
    request?.cancel(reason);
    this.running.delete(requestId);
    return request !== undefined;
  }
}

// Most clients still speak the older revisions only, and a start doesn't wait for what they never need.
function newModernLane(table: MethodTable): ModernLane {
  const { ModernLane } = require('./modern/modern-lane') as typeof import('./modern/modern-lane');
  return new ModernLane(table);
}
