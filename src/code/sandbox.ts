import { setMaxListeners } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { SandboxLimits } from './sandbox-limits';
import { SandboxThreads } from './sandbox-threads';
import { Slots } from './slots';

/** A program to run, and the names it sees. */
export interface SandboxProgram {
  /** An expression that evaluates to an async function without parameters. */
  readonly code: string;
  /** Objects of async functions, by namespace. */
  readonly namespaces: Readonly<Record<string, readonly string[]>>;
  /** Top-level functions: name to `namespace.function`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Plain data, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** The result of a called function. */
export type HostAnswer = { ok: true; value: unknown } | { ok: false; message: string; data?: unknown };

/** The host side of the functions that code can call. */
export interface SandboxHost {
  call(target: string, args: readonly unknown[], signal: AbortSignal): Promise<HostAnswer>;
  print(level: string, text: string): void;
}

/** Why the code failed. */
export interface SandboxError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** How a run ended: the value as JSON text (absent for none), or an error. */
export interface SandboxReport {
  readonly value?: string;
  readonly format?: string;
  readonly sanitize?: unknown;
  readonly error?: SandboxError;
}

interface SandboxCall {
  readonly id: number;
  readonly target: string;
  readonly json: string;
}

type FromWorker =
  | { type: 'calls'; calls: readonly SandboxCall[] }
  | { type: 'print'; level: string; text: string }
  | ({ type: 'done' } & SandboxReport);

/** Runs code in an engine with its own thread and memory, which ends with the run or at its deadline. */
export class Sandbox {
  private readonly threads: SandboxThreads;
  private readonly slots: Slots;
  private readonly closing = new AbortController();

  constructor(private readonly limits: SandboxLimits) {
    this.threads = new SandboxThreads(limits);
    this.slots = new Slots(limits.runsAtOnce);
  }

  /** Runs a program; never rejects because of the code, but with the signal's reason if it is aborted. */
  async run(program: SandboxProgram, host: SandboxHost, cancelled?: AbortSignal): Promise<SandboxReport> {
    const signal = cancelled ? AbortSignal.any([cancelled, this.closing.signal]) : this.closing.signal;
    return this.slots.within(async () => {
      const worker = await this.threads.take();
      try {
        return await this.conduct(worker, program, host, signal);
      } finally {
        void worker.terminate();
        void this.threads.prepare().catch(() => undefined);
      }
    }, signal);
  }

  /** Ends every run and accepts no further ones. */
  close(): void {
    this.closing.abort(new Error('The sandbox is closed.'));
    this.threads.close();
  }

  private conduct(
    worker: Worker,
    program: SandboxProgram,
    host: SandboxHost,
    signal: AbortSignal,
  ): Promise<SandboxReport> {
    const ending = new AbortController();
    const calls = new Slots(this.limits.callsAtOnce);
    // One listener for each concurrent call.
    setMaxListeners(0, ending.signal);
    const reply = inBatches((answers) => {
      if (ending.signal.aborted) return;
      worker.postMessage({ type: 'settle', count: answers.length, json: `[${answers.join(',')}]` });
    });
    const ended = new Promise<SandboxReport>((resolve, reject) => {
      const fail = (name: string, message: string): void => resolve({ error: { name, message, stack: '' } });
      const { timeoutMs } = this.limits;
      const deadline = setTimeout(
        () => fail('TimeoutError', `stopped after ${timeoutMs / 1000} s`),
        timeoutMs,
      );
      const cancel = (): void => reject(signal.reason as Error);
      ending.signal.addEventListener('abort', () => {
        clearTimeout(deadline);
        signal.removeEventListener('abort', cancel);
      });
      if (signal.aborted) cancel();
      signal.addEventListener('abort', cancel);
      worker.on('error', (error: Error & { code?: string }) => {
        const name = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'MemoryError' : 'EngineError';
        fail(name, name === 'MemoryError' ? 'out of memory' : error.message);
      });
      worker.once('exit', () => fail('EngineError', 'the engine ended'));
      worker.on('message', (message: FromWorker) => {
        if (ending.signal.aborted) return;
        if (message.type === 'done') resolve(message);
        else if (message.type === 'print') host.print(message.level, message.text);
        else for (const call of message.calls) void this.answer(call, host, calls, ending.signal).then(reply);
      });
      worker.postMessage({
        type: 'start',
        code: program.code,
        setup: JSON.stringify({
          namespaces: program.namespaces,
          aliases: program.aliases,
          values: program.values,
        }),
        limits: this.limits,
      });
    });
    return ended.finally(() => ending.abort(new Error('The run that made this call has ended.')));
  }

  // As JSON text, so that a value that cannot be serialised fails only its own call.
  private async answer(
    { id, target, json }: SandboxCall,
    host: SandboxHost,
    calls: Slots,
    signal: AbortSignal,
  ): Promise<string> {
    try {
      const args = asList(JSON.parse(json));
      const answer = await calls.within(() => host.call(target, args, signal), signal);
      return JSON.stringify({ id, ...answer });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return JSON.stringify({ id, ok: false, message });
    }
  }
}

// Passes on the items of one event-loop turn together.
function inBatches(handOn: (items: string[]) => void): (item: string) => void {
  let waiting: string[] = [];
  return (item) => {
    if (waiting.push(item) > 1) return;
    setImmediate(() => {
      const items = waiting;
      waiting = [];
      handOn(items);
    });
  };
}

// Code can make its arguments serialise to anything; the result is only data.
function asList(args: unknown): unknown[] {
  return Array.isArray(args) ? args : [args];
}
