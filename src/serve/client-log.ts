import { isError } from '../base/any-realm';
import { isObject, parsedJson } from '../base/json-value';
import { safeJson } from '../logging/escape';
import { LOG_LEVELS, type LogLevel, type LogRecord, type LogSink } from '../logger';
import { invalidParams } from './wire-error';

// The protocol's levels, each with the lowest of our levels that it includes.
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

/** Returns the lowest of our levels that one of the protocol's includes; undefined for anything else. */
export function levelOf(level: unknown): LogLevel | undefined {
  return typeof level === 'string' && Object.hasOwn(CLIENT_LEVELS, level) ? CLIENT_LEVELS[level] : undefined;
}

/** Sends records to the client once it has set a level. */
export class ClientLog implements LogSink {
  constructor(
    private readonly notify: (method: string, params: Record<string, unknown>) => void,
    private lowest: LogLevel | undefined,
  ) {}

  /** The lowest level that the client has chosen, if any. */
  get level(): LogLevel | undefined {
    return this.lowest;
  }

  /** The same log, of whatever level the client chooses, by another way to it. */
  through(notify: (method: string, params: Record<string, unknown>) => void): LogSink {
    const own = new ClientLog(notify, undefined);
    return { wants: (level) => this.wants(level), write: (record) => own.write(record) };
  }

  /** Handles `logging/setLevel`. */
  setLevel({ level }: Record<string, unknown>): Record<string, never> {
    const lowest = levelOf(level);
    if (!lowest) {
      throw invalidParams(`logging/setLevel: level must be one of ${Object.keys(CLIENT_LEVELS).join(', ')}`);
    }
    this.lowest = lowest;
    return {};
  }

  /** Returns a way to the client for what is not a record of the log: without a chosen level, the client gets all of it. */
  filtered(notify: (method: string, params: Record<string, unknown>) => void): typeof notify {
    return (method, params) => {
      if (method !== 'notifications/message' || this.hears(params['level'])) notify(method, params);
    };
  }

  /** Returns whether the client gets messages of a level that are not records of the log. */
  hears(level: unknown): boolean {
    return this.lowest === undefined || this.takes(level);
  }

  /** Returns whether the client wants a message of one of the protocol's levels. */
  takes(level: unknown): boolean {
    const own = levelOf(level);
    return own !== undefined && this.wants(own);
  }

  wants(level: LogLevel): boolean {
    return this.lowest !== undefined && LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(this.lowest);
  }

  write(record: LogRecord): void {
    const { message } = record as { message: unknown };
    // A message that is no text, as code without types may log, is shown as its JSON.
    const said = typeof message === 'string' ? message : safeJson(message);
    const text = record.level === 'trace' ? `[TRACE] ${said}` : said;
    this.notify('notifications/message', {
      level: record.level === 'trace' ? 'debug' : record.level,
      logger: record.logger,
      data: withExtras(text, record.extra),
    });
  }
}

// An exception's stack names files of the server, so it stays in the server's log. What JSON can't carry is told as the log tells it.
function withExtras(text: string, extra: LogRecord['extra'] = {}): unknown {
  const entries = Object.entries(extra).filter(([, value]) => !isError(value));
  if (!entries.length) return text;
  const told = parsedJson(safeJson(Object.fromEntries(entries)));
  return { message: text, ...(isObject(told) ? told : { extra: told }) };
}
