import type { OutputStream } from '../process/process-exit';
import type { Definition } from './definition';
import { reportAlert, type AlertContext } from './report-leaf-alert';

const LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;
const WORDS: Record<(typeof LEVELS)[number], string> = {
  error: 'error|fatal|panic|critical|exception',
  warn: 'warn|warning',
  info: 'info',
  debug: 'debug',
  trace: 'trace',
};
const BETWEEN_MS = 250;
const MOST_ALERTS = 20;
const LONGEST_LINE = 500;

/** Reports a program's output: the latest line as progress, and lines of the watched level as alerts. */
export class OutputWatch {
  private readonly rest: Record<OutputStream, string> = { stdout: '', stderr: '' };
  private readonly alarming: RegExp | undefined;
  private lines = 0;
  private alerts = 0;
  private latest = '';
  private reportedAt = -Infinity;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly context: AlertContext,
    private readonly definition: Pick<Definition, 'monitor_level' | 'monitor_stream'>,
  ) {
    const level = definition.monitor_level;
    const watched = level ? LEVELS.slice(0, LEVELS.indexOf(level) + 1).map((each) => WORDS[each]) : [];
    this.alarming = watched.length ? new RegExp(`\\b(${watched.join('|')})\\b`, 'i') : undefined;
  }

  readonly onOutput = (chunk: Buffer, stream: OutputStream): void => {
    const lines = (this.rest[stream] + chunk.toString('utf8')).split('\n');
    this.rest[stream] = (lines.pop() ?? '').slice(-LONGEST_LINE);
    this.lines += lines.length;
    for (const line of lines) this.judge(line, stream);
    const last = lines.filter((line) => line.trim() !== '').pop();
    if (last === undefined) return;
    this.latest = last.trim().slice(0, LONGEST_LINE);
    const wait = this.reportedAt + BETWEEN_MS - performance.now();
    if (wait <= 0) this.report();
    else this.timer ??= setTimeout(() => this.report(), wait);
  };

  /** Stops reporting. */
  close(): void {
    clearTimeout(this.timer);
  }

  private report(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.reportedAt = performance.now();
    this.context.progress({ progress: this.lines, message: this.latest });
  }

  private judge(line: string, stream: OutputStream): void {
    const watched = this.definition.monitor_stream ?? 'stderr';
    if (
      !this.alarming?.test(line) ||
      (watched !== 'both' && watched !== stream) ||
      ++this.alerts > MOST_ALERTS
    )
      return;
    reportAlert(this.context, this.lines, line.trim().slice(0, LONGEST_LINE));
  }
}
