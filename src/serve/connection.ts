import { FastLane } from './legacy/fast-lane';
import type { Send } from './method';
import type { MethodTable } from './method-table';

/** One client on one pipe. */
export class Connection {
  private readonly legacy: FastLane;

  constructor(table: MethodTable, send: Send) {
    this.legacy = new FastLane(table, send);
  }

  /** Returns whether every request has been answered. */
  get idle(): boolean {
    return this.legacy.idle;
  }

  take(message: Record<string, unknown>): void {
    this.legacy.take(message);
  }

  close(): void {
    this.legacy.close();
  }
}
