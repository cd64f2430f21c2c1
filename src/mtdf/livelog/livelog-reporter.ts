import type { ToolContext } from '../../tool-context';
import { ToolResult } from '../../tool-result';
import { reportAlert, reportWarning } from '../report-leaf-alert';
import type { Chunk } from './livelog-chunker';
import { lineNumbers, type Findings } from './livelog-findings';

const BETWEEN_MS = 1_000;

/** Reports a follower's findings to the caller and the server's log: alerts and problems immediately, progress now and then. */
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
      `${text}. ${context.tool} continues, and will ask again with its next lines.`,
    );
    this.report();
  }

  recovered(): void {
    this.context.log.info(`The model of ${this.context.tool} is responding again.`);
  }

  news(): void {
    this.timer ??= setTimeout(() => {
      this.report();
      this.context.progress({ progress: ++this.steps, message: this.findings.line() });
    }, BETWEEN_MS);
  }

  /** Stops reporting. */
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
