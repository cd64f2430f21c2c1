import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FileProblem } from '../disk/file-problem';

/** A regular expression as a caller wrote it. */
export interface SearchExpression {
  readonly source: string;
  readonly ignoreCase: boolean;
}

interface Reply {
  readonly ready?: true;
  readonly invalid?: string;
  /** The index of each matching line, followed by where in it the match is. */
  readonly hits?: readonly number[];
}

const LONGEST_MS = 3_000;

/** Matches an expression in a thread of its own, which is ended when it takes too long or the call is cancelled. */
export class MatchThread {
  private worker: Promise<Worker | undefined> | undefined;

  constructor(
    private readonly expression: SearchExpression,
    private readonly signal: AbortSignal,
    private readonly longestMs = LONGEST_MS,
  ) {}

  /** Returns index and column of each matching line; undefined if that takes too long. */
  async match(text: string): Promise<readonly number[] | undefined> {
    const worker = await (this.worker ??= this.start());
    if (!worker) return undefined;
    worker.postMessage(text);
    const reply = await this.reply(worker);
    if (!reply) this.worker = undefined;
    return reply?.hits;
  }

  /** Throws if the expression is invalid or takes too long to compile. */
  async check(): Promise<void> {
    if (await (this.worker ??= this.start())) return;
    throw new FileProblem('failed', 'The regular expression is too large: use smaller repeat counts');
  }

  close(): void {
    void this.worker?.then(
      (worker) => worker?.terminate(),
      () => undefined,
    );
    this.worker = undefined;
  }

  private async start(): Promise<Worker | undefined> {
    const worker = new Worker(join(__dirname, 'match-worker.cjs'), {
      workerData: this.expression,
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    // An error is followed by an exit, which is waited for.
    worker.on('error', () => undefined);
    const reply = await this.reply(worker);
    if (reply?.invalid === undefined) return reply && worker;
    void worker.terminate();
    throw new FileProblem('failed', `Invalid regular expression: ${reply.invalid}`);
  }

  private reply(worker: Worker): Promise<Reply | undefined> {
    return new Promise((resolve) => {
      const end = (reply?: Reply): void => {
        clearTimeout(deadline);
        this.signal.removeEventListener('abort', stop);
        worker.off('message', end).off('exit', stop);
        if (!reply) void worker.terminate();
        resolve(reply);
      };
      const stop = (): void => end();
      const deadline = setTimeout(stop, this.longestMs);
      this.signal.addEventListener('abort', stop);
      worker.on('message', end).on('exit', stop);
    });
  }
}
