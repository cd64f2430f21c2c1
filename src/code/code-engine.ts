import { setMaxListeners } from 'node:events';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { withJoinedSignal } from '../base/joined-signal';
import { Conversation, type EngineHost } from './worker-conversation';
import type { CodeLimits } from './code-limits';
import type { ProgramReport } from './program-report';
import { EngineThreads } from './engine-threads';
import { Slots } from './run-slots';

const HARMFUL = new Set(
  'AbortError DeadlockError EngineError InternalError MemoryError StackError TimeoutError'.split(' '),
);

/** A program to run, and the names it sees. */
export interface EngineProgram {
  /** An expression that evaluates to an async function without parameters. */
  readonly code: string;
  /** Objects of async functions, by namespace. */
  readonly namespaces: Readonly<Record<string, readonly string[]>>;
  /** Top-level functions: name to `namespace.function`. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Plain data, by name. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** Runs code in an engine of its own, with its own memory, in a thread that is ended with any run that does not end by itself. */
export class CodeEngine {
  private readonly slots: Slots;
  private readonly closing = new AbortController();

  constructor(
    private readonly limits: CodeLimits,
    private readonly threads = new EngineThreads(limits),
  ) {
    this.slots = new Slots(limits.runsAtOnce);
    // Each run that goes on or waits listens to it; Node would take more than ten for a leak.
    setMaxListeners(0, this.closing.signal);
  }

  /** Runs a program; never rejects because of the code, but with the signal's reason if it is aborted. */
  async run(program: EngineProgram, host: EngineHost, cancelled?: AbortSignal): Promise<ProgramReport> {
    const ends = [...(cancelled ? [cancelled] : []), this.closing.signal];
    return withJoinedSignal(ends, (signal) =>
      this.slots.within(() => this.runOnThread(program, host, signal), signal),
    );
  }

  /** Ends every run and accepts no further ones. */
  close(): void {
    this.closing.abort(new Error('The engine is closed.'));
    this.threads.close();
  }

  private async runOnThread(
    program: EngineProgram,
    host: EngineHost,
    signal: AbortSignal,
  ): Promise<ProgramReport> {
    const worker = await this.threads.take();
    let report: ProgramReport | undefined;
    try {
      report = await this.conduct(worker, program, host, signal);
      return report;
    } finally {
      if (report && endedByItself(report)) this.threads.giveBack(worker);
      else void this.threads.replace(worker).catch(() => undefined);
    }
  }

  private async conduct(
    worker: Worker,
    program: EngineProgram,
    host: EngineHost,
    signal: AbortSignal,
  ): Promise<ProgramReport> {
    signal.throwIfAborted();
    // A channel for each run: what is still under way when it ends reaches nobody.
    const { port1: ours, port2: theirs } = new MessageChannel();
    const run = new Conversation(ours, host, this.limits);
    const { timeoutMs } = this.limits;
    const deadline = setTimeout(
      () => run.fail('TimeoutError', `stopped after ${timeoutMs / 1000} s`),
      timeoutMs,
    );
    const broken = (error: Error & { code?: string }): void => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') run.fail('MemoryError', 'out of memory');
      else run.fail('EngineError', error.message);
    };
    const gone = (): void => run.fail('EngineError', 'the engine ended');
    const cancel = (): void => run.stop();
    worker.on('error', broken).on('exit', gone);
    signal.addEventListener('abort', cancel);
    const { code, namespaces, aliases, values } = program;
    const setup = JSON.stringify({ namespaces, aliases, values });
    worker.postMessage({ port: theirs, code, setup, limits: this.limits }, [theirs]);
    const report = await run.report;
    clearTimeout(deadline);
    worker.off('error', broken).off('exit', gone);
    signal.removeEventListener('abort', cancel);
    signal.throwIfAborted();
    return report;
  }
}

// Code that found a limit of the engine is not trusted to have left the thread well.
function endedByItself({ error }: ProgramReport): boolean {
  return !error || !HARMFUL.has(error.name);
}
