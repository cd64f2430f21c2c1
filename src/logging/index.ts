import { Logger, type LogLevel, type LogSink } from '../logger';
import { FileSink } from './file-sink';
import { formatJson, formatText, formatTextWithStacks } from './log-line';
import { StderrSink } from './stderr-sink';

/** What to log, and where. */
export interface LoggingOptions {
  /** The least severe level to log. */
  readonly level: LogLevel;
  /** A file to append to, besides stderr. */
  readonly file?: string;
  /** One JSON object per line instead of text. */
  readonly json?: boolean;
  /** Prints a line, in place of the process's stderr. */
  readonly stderr?: (text: string) => void;
  /** The name of the root logger. */
  readonly name?: string;
}

/** A logger, and a function that flushes and closes it. */
export interface Logging {
  readonly log: Logger;
  close(): Promise<void>;
}

/** Creates a logger to stderr and, if given, a file. Nothing is opened before the first record. */
export function createLogging({ level, file, json, stderr, name = 'toolwright' }: LoggingOptions): Logging {
  const detailed = level === 'debug' || level === 'trace';
  const format = json ? formatJson : detailed ? formatTextWithStacks : formatText;
  const sinks: LogSink[] = [new StderrSink(level, format, stderr)];
  if (file === undefined) return { log: new Logger(name, sinks), close: async () => {} };
  const warn = new Logger('toolwright.logging', [new StderrSink('warning', format, stderr)]);
  const sink = new FileSink({ file, level, format, onProblem: (problem) => warn.warning(problem) });
  sinks.push(sink);
  return { log: new Logger(name, sinks), close: () => sink.close() };
}
