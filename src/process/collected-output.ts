import { BoundedOutput } from './bounded-output';
import { DEFAULT_OUTPUT_LIMIT, type RunOptions } from './run-options';
import type { OutputStream, ProcessExit, ProcessState } from './process-exit';

/** The output of a run so far; shared by a list of pipelines. */
export class Collected {
  readonly stdout: BoundedOutput;
  readonly stderr: BoundedOutput;
  readonly started = performance.now();

  constructor(private readonly options: Pick<RunOptions, 'outputLimitBytes' | 'onOutput'>) {
    const limit = options.outputLimitBytes ?? DEFAULT_OUTPUT_LIMIT;
    this.stdout = new BoundedOutput(limit);
    this.stderr = new BoundedOutput(limit);
  }

  add(chunk: Buffer, stream: OutputStream): void {
    this[stream].add(chunk);
    this.options.onOutput?.(chunk, stream);
  }

  outcome(
    state: ProcessState,
    end: Pick<ProcessExit, 'exitCode' | 'signal' | 'error' | 'limit'>,
  ): ProcessExit {
    return {
      state,
      exitCode: end.exitCode,
      signal: end.signal,
      stdout: this.stdout.text(),
      stderr: this.stderr.text(),
      truncated: this.stdout.truncated || this.stderr.truncated,
      durationMs: performance.now() - this.started,
      ...(end.error !== undefined && { error: end.error }),
      ...(end.limit !== undefined && { limit: end.limit }),
    };
  }
}
