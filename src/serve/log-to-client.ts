import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { LOG_LEVELS, type Logger, type LogLevel, type LogRecord, type LogSink } from '../logger';
import { handle, invalidParams } from './handle';

// The protocol's levels, each with the lowest of ours that it lets through.
const CLIENT_LEVELS: Readonly<Record<string, LogLevel>> = {
  debug: 'trace',
  info: 'info',
  notice: 'info',
  warning: 'warning',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};

/** Sends records to the client from the moment it sets a level; gives the logger of this connection. */
export function addLogging(server: Server, log: Logger, initial?: LogLevel): Logger {
  const sink = new ClientSink(server, initial);
  handle(server, 'logging/setLevel', ({ level }) => {
    const lowest = typeof level === 'string' && Object.hasOwn(CLIENT_LEVELS, level) ? CLIENT_LEVELS[level] : undefined;
    if (!lowest) {
      throw invalidParams(`logging/setLevel: level must be one of ${Object.keys(CLIENT_LEVELS).join(', ')}`);
    }
    sink.lowest = lowest;
    return {};
  });
  return log.with(sink);
}

class ClientSink implements LogSink {
  constructor(
    private readonly server: Server,
    public lowest: LogLevel | undefined,
  ) {}

  wants(level: LogLevel): boolean {
    return this.lowest !== undefined && LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(this.lowest);
  }

  write(record: LogRecord): void {
    const text = record.level === 'trace' ? `[TRACE] ${record.message}` : record.message;
    const params = {
      level: record.level === 'trace' ? 'debug' : record.level,
      logger: record.logger,
      data: record.extra ? { message: text, ...record.extra } : text,
    };
    this.server.notification({ method: 'notifications/message', params }).catch(() => undefined);
  }
}
