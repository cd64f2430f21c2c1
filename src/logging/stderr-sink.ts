import { LOG_LEVELS, type LogLevel, type LogRecord, type LogSink } from '../logger';
import type { Format } from './log-line';

// How much may be buffered for a reader that does not read, before records are dropped.
const MOST_WAITING = 1_000_000;

/** Returns whether a level is at least as severe as the lowest level kept. */
export function atLeast(level: LogLevel, lowest: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(lowest);
}

/** Writes records as lines; never throws or blocks, and stops silently if stderr is closed. */
export class StderrSink implements LogSink {
  constructor(
    private readonly lowest: LogLevel,
    private readonly format: Format,
    private readonly print: (text: string) => void = printToStderr(),
  ) {}

  wants(level: LogLevel): boolean {
    return atLeast(level, this.lowest);
  }

  write(record: LogRecord): void {
    try {
      this.print(this.format(record));
    } catch {
      // There is nowhere left to report this.
    }
  }
}

function printToStderr(): (text: string) => void {
  let broken = false;
  let listening = false;
  let dropped = 0;
  return (text) => {
    const { stderr } = process;
    if (!listening) {
      // A client that disconnects must not crash the server through an unhandled 'error' event.
      stderr.on('error', () => (broken = true));
      listening = true;
    }
    if (broken) return;
    if (stderr.writableLength > MOST_WAITING) {
      dropped++;
      return;
    }
    if (dropped) stderr.write(`(${dropped} log records were dropped because stderr was not read)\n`);
    dropped = 0;
    stderr.write(text);
  };
}
