import { BoundedOutput } from '../process/bounded-output';
import type { OutputStream } from '../process/process-exit';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';
import { outputText } from './leaf-exit-result';

/** How much of each stream is kept for a call that is cancelled. */
const KEPT_BYTES = 64 * 1024;

/** What a program has printed, handed over when its call is cancelled, so that it isn't lost. */
export class PrintedSoFar {
  private readonly streams: Readonly<Record<OutputStream, BoundedOutput>> = {
    stdout: new BoundedOutput(KEPT_BYTES),
    stderr: new BoundedOutput(KEPT_BYTES),
  };

  constructor(
    private readonly context: Pick<ToolContext, 'signal' | 'soFar'>,
    private readonly facts: { readonly command: readonly string[]; readonly cwd: string },
  ) {
    context.signal.addEventListener('abort', this.report, { once: true });
  }

  /** Adds a chunk of output. */
  add(chunk: Buffer, stream: OutputStream): void {
    this.streams[stream].add(chunk);
  }

  /** Ends with the program. */
  close(): void {
    this.context.signal.removeEventListener('abort', this.report);
  }

  private readonly report = (): void => {
    const [stdout, stderr] = [this.streams.stdout.text(), this.streams.stderr.text()];
    const value = {
      state: 'cancelled',
      stdout,
      stderr,
      command: this.facts.command,
      working_directory: this.facts.cwd,
    };
    const text = outputText(stdout, stderr, stdout || stderr ? undefined : 'It had printed nothing.');
    this.context.soFar(new ToolResult([{ type: 'text', text }], false, value));
  };
}
