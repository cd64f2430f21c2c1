import { Logger, type LogLevel, type LogSink } from '../logger';
import { FileSink } from './file-sink';
import { formatJson, formatText, formatTextWithStacks } from './log-line';
import { StderrSink } from './stderr-sink';

export { redact } from './redact';

/** What is logged, and where to. */
export interface LoggingOptions {
  /** The least severe level that is kept. */
  readonly level: LogLevel;
  /** A file to append to, besides stderr. */
  readonly file?: string;
  /** One JSON object a line instead of text. */
  readonly json?: boolean;
  /** What prints a line, in place of the process's stderr. */
  readonly stderr?: (text: string) => void;
  /** The first logger's name. */
  readonly name?: string;
}

/** A log that is ready to be written, and the way to end it with nothing lost. */
export interface Logging {
  readonly log: Logger;
  close(): Promise<void>;
}

/** Makes the log: to stderr, and to a file where one is named. Nothing is opened before the first record. */
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
