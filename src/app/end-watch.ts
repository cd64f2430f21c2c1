import type { Worker } from 'node:worker_threads';
import { lazyRequire } from '../base/lazy-require';
import { END_WATCH_FLAGS, END_WATCH_THREAD } from './end-watch-thread';

/** What an `EndWatch` watches for, and how long it waits. */
export interface EndWatchOptions {
  /** Who reports on stderr that the process was killed. */
  readonly name: string;
  /** Milliseconds that running work gets when the end is asked for. */
  readonly graceMs: number;
  /** Milliseconds that the end may take once this thread has begun it. */
  readonly endMs: number;
  /** Whether signals ask for the end. */
  readonly signals: boolean;
  /**
   * Hears of each signal where only the other thread listens to them: this process then dies of the signal if it has to be
   * killed. Until the thread listens, and where it can't, a signal ends the process at once, as Node does.
   */
  readonly heard?: ((signal: NodeJS.Signals) => void) | undefined;
  /** Reads what the client sent, between any two steps of other code; returns whether it has closed its end. */
  readonly readAhead?: (() => boolean) | undefined;
  /** Called once this thread is free again after such a reading. */
  readonly catchUp?: (() => void) | undefined;
  /** The process without which this one has nothing to do. */
  readonly parent?: number | undefined;
  /** Does what can be done at the end without giving the thread back. */
  readonly finish: () => void;
}

const LATEST = 0;
const ANSWERED = 1;
const LISTENS = 2;

// A thread starts in some 30 ms, and on a busy machine in as many hundreds; only one that never starts is not waited for.
const LONGEST_START_MS = 5_000;

let count = 0;

/**
 * Ends this process in time even if something never gives its thread back: another thread waits for the same signals,
 * and for the end of the client. It takes some milliseconds and megabytes, so it starts with the first work.
 */
export class EndWatch {
  private readonly shared = new Int32Array(new SharedArrayBuffer(12));
  private readonly numbers = new Map<string, number>();
  private readonly key = `toolwright:end-watch-${process.pid}-${++count}`;
  private worker: Worker | undefined;
  private stopped = false;

  constructor(private readonly options: EndWatchOptions) {}

  /** Notes what is about to run: the last of it is named if the thread is not given back. */
  readonly note = (what: string): void => {
    this.shared[LATEST] = this.numbers.get(what) ?? this.introduce(what);
  };

  /** Waits until signals are heard; not for longer than a thread takes to start. */
  awaitListening(): void {
    if (this.worker) Atomics.wait(this.shared, LISTENS, 0, LONGEST_START_MS);
  }

  /**
   * This thread has begun to end, perhaps by a signal: from now on that may take only so long. `starts` begins to watch only
   * now, if need be.
   */
  ending({ starts = false, signal }: { starts?: boolean; signal?: NodeJS.Signals } = {}): void {
    (starts ? this.start() : this.worker)?.postMessage({ signal });
  }

  /** Watches no longer: the process may go on without its server. */
  async stop(): Promise<void> {
    this.stopped = true;
    Reflect.deleteProperty(globalThis, Symbol.for(this.key));
    await this.worker?.terminate();
  }

  private introduce(what: string): number {
    const number = this.numbers.size;
    this.numbers.set(what, number);
    const isFirst = !this.worker;
    this.start()?.postMessage(what);
    // Of a signal that came before the thread listens it would never know, so nothing runs until it does.
    if (isFirst && this.options.signals && !this.options.heard) this.awaitListening();
    return number;
  }

  private start(): Worker | undefined {
    if (this.worker || this.stopped) return this.worker;
    const { name, graceMs, endMs, signals, readAhead, catchUp, parent } = this.options;
    const { finish, heard } = this.options;
    const { Worker } = lazyRequire('node:worker_threads') as typeof import('node:worker_threads');
    Object.defineProperty(globalThis, Symbol.for(this.key), {
      value: { readAhead, finish, place },
      configurable: true,
    });
    const { shared, key } = this;
    try {
      this.worker = new Worker(END_WATCH_THREAD, {
        eval: true,
        env: {},
        argv: [],
        execArgv: END_WATCH_FLAGS,
        workerData: {
          shared,
          key,
          name,
          graceMs,
          endMs,
          signals,
          hands: heard !== undefined,
          readsAhead: readAhead !== undefined,
          parent,
        },
      });
    } catch {
      // No thread can be started: the process ends as it would without one.
      this.stopped = true;
      return undefined;
    }
    this.worker.on('error', () => undefined);
    this.worker.on('message', (question: number | NodeJS.Signals) => {
      if (typeof question === 'string') return heard?.(question);
      Atomics.store(shared, ANSWERED, question);
      catchUp?.();
    });
    this.worker.unref();
    return this.worker;
  }
}

// Where this thread is: the innermost place in a file.
function place(): string | undefined {
  const frames = (new Error().stack ?? '').split('\n').slice(2);
  const frame = frames.find((line) => !/node:|<anonymous>/.test(line));
  return /\(?([^()\s]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1];
}
