import type { OperationRequest } from '../calls/background';
import type { Operation, OperationFilter } from './operation';
import { isFinal } from './operation';

/** Hears of every change of an operation. */
export type OperationListener = (operation: Operation) => void;

/** How a wait ended: what is over, and what still goes on. */
export interface Waited {
  readonly finished: readonly Operation[];
  readonly unfinished: readonly Operation[];
}

/**
 * Carries out calls in the background. Everything that goes in or comes out is data, so that an engine may as well keep
 * its operations in a queue that several machines share.
 */
export abstract class OperationEngine {
  /** Takes a call; throws when too many are waiting already. */
  abstract start(request: OperationRequest): Promise<Operation>;

  abstract get(id: string): Promise<Operation | undefined>;

  /** Those that a filter means, oldest first. */
  abstract list(filter?: OperationFilter): Promise<Operation[]>;

  /** Ends an operation; gives it as it was found, or nothing when there is none of that id. */
  abstract cancel(id: string, reason?: string): Promise<Operation | undefined>;

  /** Hears of every change from now on; gives back how to stop hearing. */
  abstract onUpdate(listener: OperationListener): () => void;

  /** Notes that somebody waits for an operation. */
  abstract noteWait(id: string): Promise<void>;

  /** Takes nothing new, lets what runs go on for the grace, then cancels it. */
  abstract shutdown(graceMs: number, reason: string): Promise<void>;

  /** Waits until all of the given operations are over, or the time is. */
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
