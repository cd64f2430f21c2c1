import { exceptionMessage } from '../base/exception';
import { appendFileSync, fstatSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { SonicBoom, SonicBoomOpts } from 'sonic-boom';
import { makeDirectory } from '../disk/make-directory';
import type { LogLevel, LogRecord, LogSink } from '../logger';
import type { Format } from './log-line';
import { atLeast } from './stderr-sink';

/** Options of a file sink. */
export interface FileSinkOptions {
  readonly file: string;
  readonly level: LogLevel;
  readonly format: Format;
  /** Called once if the file cannot be used. */
  readonly onProblem: (problem: string) => void;
  /** Milliseconds between checks for log rotation. */
  readonly checkEvery?: number;
}

const MOST_WAITING_LINES = 10_000;
const MOST_BUFFERED_BYTES = 16_000_000;

/**
 * Appends records to a file. The file is opened with the first record; records that arrive meanwhile are buffered.
 * A file that was renamed or removed by log rotation is reopened.
 */
export class FileSink implements LogSink {
  private state: 'idle' | 'opening' | 'open' | 'broken' | 'closed' = 'idle';
  private waiting: string[] = [];
  private stream: SonicBoom | undefined;
  private opening: Promise<void> = Promise.resolve();
  private identity = '';
  private checked = 0;

  constructor(private readonly options: FileSinkOptions) {}

  wants(level: LogLevel): boolean {
    return this.state !== 'broken' && this.state !== 'closed' && atLeast(level, this.options.level);
  }

  write(record: LogRecord): void {
    try {
      const line = this.options.format(record);
      if (this.state === 'open') this.leaveRotatedFile();
      if (this.state === 'open') this.stream!.write(line);
      else if (this.state !== 'broken' && this.waiting.length < MOST_WAITING_LINES) this.waiting.push(line);
      if (this.state === 'idle') this.open();
    } catch (error) {
      this.giveUp(error);
    }
  }

  /** Writes the remaining records and closes the file. */
  async close(): Promise<void> {
    await this.opening;
    const { stream } = this;
    this.state = 'closed';
    process.removeListener('exit', this.flushOnExit);
    if (stream) await ended(stream);
  }

  private open(): void {
    this.state = 'opening';
    process.removeListener('exit', this.flushOnExit);
    process.once('exit', this.flushOnExit);
    this.opening = this.openFile().catch((error: unknown) => this.giveUp(error));
  }

  private async openFile(): Promise<void> {
    const { file } = this.options;
    await refuseUnfit(file);
    makeDirectory(dirname(file));
    const { default: Stream } = (await import('sonic-boom')) as unknown as {
      default: new (options: SonicBoomOpts) => SonicBoom & { fd: number };
    };
    const stream = new Stream({
      dest: file,
      append: true,
      mode: 0o640,
      maxLength: MOST_BUFFERED_BYTES,
    });
    await new Promise<void>((resolve, reject) => stream.once('ready', resolve).once('error', reject));
    stream.on('error', (error: unknown) => this.giveUp(error));
    this.identity = identityOf(fstatSync(stream.fd));
    this.checked = Date.now();
    this.stream = stream;
    this.state = 'open';
    for (const line of this.waiting.splice(0)) stream.write(line);
  }

  private leaveRotatedFile(): void {
    const now = Date.now();
    if (now - this.checked < (this.options.checkEvery ?? 500)) return;
    this.checked = now;
    const found = statSync(this.options.file, { throwIfNoEntry: false });
    if (found && identityOf(found) === this.identity) return;
    this.stream!.end();
    this.stream = undefined;
    this.state = 'idle';
  }

  private giveUp(error: unknown): void {
    if (this.state === 'broken' || this.state === 'closed') return;
    this.state = 'broken';
    this.waiting = [];
    process.removeListener('exit', this.flushOnExit);
    const reason = exceptionMessage(error);
    this.options.onProblem(
      `The log file ${this.options.file} cannot be written (${reason}); logging to stderr only`,
    );
  }

  private readonly flushOnExit = (): void => {
    try {
      this.stream?.flushSync();
      if (!this.waiting.length) return;
      makeDirectory(dirname(this.options.file));
      appendFileSync(this.options.file, this.waiting.join(''), { mode: 0o640 });
    } catch {
      // The process is ending; the records are on stderr.
    }
  };
}

function identityOf({ dev, ino }: { dev: number; ino: number }): string {
  return `${dev}:${ino}`;
}

// Opening a pipe would hang, and stdout belongs to the protocol.
async function refuseUnfit(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return;
  if (found.isFIFO() || found.isSocket()) throw new Error('it is a pipe');
  if (found.isDirectory()) throw new Error('it is a directory');
  const stdout = fstatSync(1);
  const isStdout = identityOf(found) === identityOf(stdout) && found.rdev === stdout.rdev;
  if (isStdout && file !== '/dev/null') throw new Error('it is stdout, which carries the protocol');
}

function ended(stream: SonicBoom): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', resolve).once('error', () => resolve());
    stream.end();
  });
}
