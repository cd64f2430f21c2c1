import type { ToolContext } from '../../tool-context';
import { ToolResult } from '../../tool-result';
import { reportAlert } from '../report-alert';
import type { Chunk } from './chunker';
import type { Findings } from './findings';

const BETWEEN_MS = 1_000;

/** Tells the caller and the server's log what a follower finds: alerts and troubles at once, how far it is now and then. */
export class LivelogReporter {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: ToolContext,
    private readonly findings: Findings,
  ) {}

  alert(chunk: Chunk, summary: string): void {
    const { context } = this;
    const text = `${summary} (lines ${chunk.first} to ${chunk.last} of ${context.tool})`;
    reportAlert(context, this.findings.lines, text);
    this.report();
  }

  trouble(text: string): void {
    const { context } = this;
    const message = `${text}. ${context.tool} goes on and asks again with its next lines.`;
    context.log.warning(message);
    context.progress({ progress: this.findings.lines, message });
    this.report();
  }

  recovered(): void {
    this.context.log.info(`The model of ${this.context.tool} answers again.`);
  }

  news(): void {
    this.timer ??= setTimeout(() => {
      this.report();
      this.context.progress({ progress: this.findings.lines, message: this.findings.line() });
    }, BETWEEN_MS);
  }

  /** Reports nothing more. */
  close(): void {
    clearTimeout(this.timer);
  }

  private report(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const text = `So far: ${this.findings.text()}`;
    this.context.soFar(new ToolResult([{ type: 'text', text }], false, this.findings.data()));
  }
}
