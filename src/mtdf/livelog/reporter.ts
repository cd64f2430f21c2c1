import type { ToolContext } from '../../tool-context';
import { ToolResult } from '../../tool-result';
import { reportAlert, reportWarning } from '../report-alert';
import type { Chunk } from './chunker';
import { lineNumbers, type Findings } from './findings';

const BETWEEN_MS = 1_000;

/** Tells the caller and the server's log what a follower finds: alerts and troubles at once, how far it is now and then. */
export class LivelogReporter {
  private timer: NodeJS.Timeout | undefined;
  private steps = 0;

  constructor(
    private readonly context: ToolContext,
    private readonly findings: Findings,
  ) {}

  alert(chunk: Chunk, summary: string): void {
    const { context } = this;
    const text = `${summary} (${lineNumbers(chunk.first, chunk.last)} of ${context.tool})`;
    reportAlert(context, ++this.steps, text);
    this.report();
  }

  trouble(text: string): void {
    const { context } = this;
    reportWarning(
      context,
      ++this.steps,
      `${text}. ${context.tool} goes on and asks again with its next lines.`,
    );
    this.report();
  }

  recovered(): void {
    this.context.log.info(`The model of ${this.context.tool} answers again.`);
  }

  news(): void {
    this.timer ??= setTimeout(() => {
      this.report();
      this.context.progress({ progress: ++this.steps, message: this.findings.line() });
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
