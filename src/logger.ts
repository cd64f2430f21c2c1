/** The levels, quietest last; their order is their severity. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warning', 'error'] as const;

/** One of the five levels. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One thing that happened. */
export interface LogRecord {
  readonly time: Date;
  readonly level: LogLevel;
  readonly logger: string;
  readonly message: string;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** Where records go: stderr, a file, a client. */
export interface LogSink {
  /** Whether a record of this level would be kept: asked before a message is built. */
  wants(level: LogLevel): boolean;
  write(record: LogRecord): void;
}

/** What code writes its log through. */
export class Logger {
  constructor(
    private readonly name: string,
    private readonly sinks: readonly LogSink[],
  ) {}

  /** Whether anyone keeps records of this level. */
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

  /** A logger of another name over the same sinks. */
  named(name: string): Logger {
    return new Logger(name, this.sinks);
  }

  /** The same logger with one sink more, such as the client of one session. */
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

/** A logger that keeps nothing. */
export const silentLogger = new Logger('toolwright', []);
