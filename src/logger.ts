/** The log levels, in order of severity. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warning', 'error'] as const;

/** A log level. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One log record. */
export interface LogRecord {
  readonly time: Date;
  readonly level: LogLevel;
  readonly logger: string;
  readonly message: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** A destination of records: stderr, a file, a client. */
export interface LogSink {
  /** Returns whether records of this level are kept; called before a message is built. */
  wants(level: LogLevel): boolean;
  write(record: LogRecord): void;
}

/** Writes log records to sinks. */
export class Logger {
  constructor(
    private readonly name: string,
    private readonly sinks: readonly LogSink[],
  ) {}

  /** Returns whether any sink keeps records of this level. */
  wants(level: LogLevel): boolean {
    for (const sink of this.sinks) if (sink.wants(level)) return true;
    return false;
  }

  trace(message: string, extra?: Record<string, unknown>): void {
    this.log('trace', message, extra);
  }

  debug(message: string, extra?: Record<string, unknown>): void {
    this.log('debug', message, extra);
  }

  info(message: string, extra?: Record<string, unknown>): void {
    this.log('info', message, extra);
  }

  warning(message: string, extra?: Record<string, unknown>): void {
    this.log('warning', message, extra);
  }

  error(message: string, extra?: Record<string, unknown>): void {
    this.log('error', message, extra);
  }

  /** Returns a logger with another name and the same sinks. */
  named(name: string): Logger {
    return new Logger(name, this.sinks);
  }

  /** Returns a logger with an additional sink, such as the client of a session. */
  with(sink: LogSink): Logger {
    return new Logger(this.name, [...this.sinks, sink]);
  }

  log(level: LogLevel, message: string, extra?: Record<string, unknown>): void {
    if (!this.wants(level)) return;
    const record: LogRecord = {
      time: new Date(),
      level,
      logger: this.name,
      message,
      ...(extra && { extra }),
    };
    for (const sink of this.sinks) if (sink.wants(level)) sink.write(record);
  }
}

/** A logger that discards everything. */
export const silentLogger = new Logger('toolwright', []);
