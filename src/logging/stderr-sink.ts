import { LOG_LEVELS, type LogLevel, type LogRecord, type LogSink } from '../logger';
import type { Format } from './log-line';

// How much may wait for a reader that doesn't read, before records are dropped instead of kept in memory.
const MOST_WAITING = 1_000_000;

/** Whether a level is as severe as the lowest that is kept. */
export function atLeast(level: LogLevel, lowest: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(lowest);
}

/** Writes records as lines; never throws, never waits, and gives up quietly once nobody reads. */
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
      // There is no place left to say so.
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
      // A client that went away must not end the server through an unheard 'error'.
      stderr.on('error', () => (broken = true));
      listening = true;
    }
    if (broken) return;
    if (stderr.writableLength > MOST_WAITING) {
      dropped++;
      return;
    }
    if (dropped) stderr.write(`(${dropped} log records were dropped: nobody read stderr)\n`);
    dropped = 0;
    stderr.write(text);
  };
}
