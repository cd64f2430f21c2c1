import type { OperationRequest } from '../calls/background';
import type { Operation, OperationFilter } from './operation';
import { isFinal } from './operation';

/** Called on every change of an operation. */
export type OperationListener = (operation: Operation) => void;

/** The outcome of a wait: which operations ended, and which are still running. */
export interface Waited {
  readonly finished: readonly Operation[];
  readonly unfinished: readonly Operation[];
}

/**
 * Runs calls in the background. Its inputs and outputs are plain data, so an engine can also keep its operations in a
 * queue shared by several machines.
 */
export abstract class OperationEngine {
  /** Accepts a call; throws if too many are waiting already. */
  /** The longest that a caller may wait, in seconds, if the operator limits it. */
  longestWait?: number | undefined;

  abstract start(request: OperationRequest): Promise<Operation>;

  abstract get(id: string): Promise<Operation | undefined>;

  /** Returns the operations that match a filter, oldest first. */
  abstract list(filter?: OperationFilter): Promise<Operation[]>;

  /** Cancels an operation; returns it as it was before, or undefined if the id is unknown. */
  abstract cancel(id: string, reason?: string): Promise<Operation | undefined>;

  /** Subscribes to every change; returns an unsubscribe function. */
  abstract onUpdate(listener: OperationListener): () => void;

  /** Takes answers to the questions of a running operation. */
  abstract answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<void>;

  /** Records that a caller waits for an operation. */
  abstract noteWait(id: string): Promise<void>;

  /** Accepts no new operations, lets running ones continue for the grace period, then cancels them. */
  abstract shutdown(graceMs: number, reason: string): Promise<void>;

  /** Waits until all the given operations have ended, or the timeout has passed. */
  async wait(ids: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<Waited> {
    const open = new Set(ids);
    let allDone = (): void => undefined;
    const done = new Promise<void>((resolve) => (allDone = resolve));
    const timer = setTimeout(allDone, Math.min(timeoutMs, 2 ** 31 - 1));
    const stop = this.onUpdate((operation) => {
      if (isFinal(operation) && open.delete(operation.id) && open.size === 0) allDone();
    });
    signal?.addEventListener('abort', allDone, { once: true });
    try {
      for (const id of ids) {
        await this.noteWait(id);
        const operation = await this.get(id);
        if (!operation || isFinal(operation)) open.delete(id);
      }
      if (open.size && timeoutMs > 0 && !signal?.aborted) await done;
      const found = await Promise.all(ids.map((id) => this.get(id)));
      const known = found.filter((operation) => operation !== undefined);
      return {
        finished: known.filter(isFinal),
        unfinished: known.filter((operation) => !isFinal(operation)),
      };
    } finally {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener('abort', allDone);
    }
  }
}
