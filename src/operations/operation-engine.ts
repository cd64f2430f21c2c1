import type { Notice, OperationRequest } from '../calls/background';
import type { Operation, OperationFilter } from './operation';
import { isFinal } from './operation';

/** Called on every change of an operation. */
export type OperationListener = (operation: Operation) => void;

/** Called with each notification that a running operation has for its client. */
export type NoticeListener = (notice: Notice) => void;

/** The outcome of a wait: which operations ended, and which are still running. */
export interface Waited {
  readonly finished: readonly Operation[];
  readonly unfinished: readonly Operation[];
}

/** How much an engine has to do, and the limits of that. */
export interface OperationLoad {
  readonly waiting: number;
  readonly running: number;
  /** How many of the running ones wait for an answer of their user. */
  readonly asking: number;
  /** How long the first of those that wait has been waiting. */
  readonly oldestWaitingMs: number;
  /** How many may wait, and how many run at once in all. */
  readonly maxWaiting: number;
  readonly slots: number;
  /** The number of processes that run them. */
  readonly workers: number;
  /** The size of the results that are kept. */
  readonly keptBytes: number;
}

/**
 * Runs calls in the background. Its inputs and outputs are plain data, so an engine can also keep its operations in a
 * queue shared by several machines.
 */
export abstract class OperationEngine {
  /** Whether other processes have a part in it. */
  readonly isShared: boolean = false;

  /** Returns the longest that a caller may wait, in seconds, if the operator limits it. */
  longestWait: () => number | undefined = () => undefined;

  /**
   * Accepts a call; throws if too many are waiting already. The listener hears of every change of the operation until it has
   * ended; what it has to tell its client goes to `hear` where it runs in another process.
   */
  abstract start(
    request: OperationRequest,
    listener?: OperationListener,
    hear?: NoticeListener,
  ): Promise<Operation>;

  abstract get(id: string): Promise<Operation | undefined>;

  /** Returns the operations that match a filter, oldest first. */
  abstract list(filter?: OperationFilter): Promise<Operation[]>;

  /** Cancels an operation; returns it as it was before, or undefined if the id is unknown. */
  abstract cancel(id: string, reason?: string): Promise<Operation | undefined>;

  /** Subscribes to the changes of one operation until it has ended; returns an unsubscribe function. */
  abstract follow(id: string, listener: OperationListener): () => void;

  /** Returns how much there is to do, for whoever watches over it. */
  abstract load(): Promise<OperationLoad>;

  /** Takes answers to the questions of a running operation. */
  abstract answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<void>;

  /** Records that a caller waits for an operation. */
  abstract noteWait(id: string): Promise<void>;

  /** Accepts no new operations and lets running ones continue for the grace period. Then cancels what still runs, and gives it a moment to tidy up. */
  abstract shutdown(graceMs: number, reason: string): Promise<void>;

  /** Waits until all the given operations have ended, or the timeout has passed. */
  async wait(ids: readonly string[], timeoutMs: number, signal?: AbortSignal): Promise<Waited> {
    const open = new Set(ids);
    let allDone = (): void => undefined;
    const done = new Promise<void>((resolve) => (allDone = resolve));
    const timer = setTimeout(allDone, Math.min(timeoutMs, 2 ** 31 - 1));
    const over = new Map<string, Operation>();
    const onChange: OperationListener = (operation) => {
      if (!isFinal(operation)) return;
      over.set(operation.id, operation);
      if (open.delete(operation.id) && open.size === 0) allDone();
    };
    // Nobody needs to hear of what is only looked at.
    const stops = timeoutMs > 0 ? ids.map((id) => this.follow(id, onChange)) : [];
    signal?.addEventListener('abort', allDone, { once: true });
    try {
      await Promise.all(
        ids.map(async (id) => {
          await this.noteWait(id);
          const operation = await this.get(id);
          if (!operation) open.delete(id);
          else onChange(operation);
        }),
      );
      if (open.size && timeoutMs > 0 && !signal?.aborted) await done;
      const found = await Promise.all(ids.map(async (id) => over.get(id) ?? this.get(id)));
      const known = found.filter((operation) => operation !== undefined);
      return {
        finished: known.filter(isFinal),
        unfinished: known.filter((operation) => !isFinal(operation)),
      };
    } finally {
      clearTimeout(timer);
      for (const stop of stops) stop();
      signal?.removeEventListener('abort', allDone);
    }
  }
}
