import { isError } from '../base/any-realm';
import type { LogRecord } from '../logger';
import { callSite } from './log-call-site';
import { escapeControls, safeJson } from './escape';
import { exceptionText } from './exception-text';

/** Formats a record as a line, including its newline. */
export type Format = (record: LogRecord) => string;

/** For people: `2026-01-31 12:00:00 - toolwright - INFO - message - extra: {…}`, without exception stacks. */
export function formatText(record: LogRecord): string {
  const { extra } = record;
  if (!extra) return formatTextWithStacks(record);
  const entries = Object.entries(extra).filter(([, value]) => !isError(value));
  return formatTextWithStacks({ ...record, extra: Object.fromEntries(entries) });
}

/** The same, with exception stacks among the extras, for logs at debug or trace level. */
export function formatTextWithStacks({ time, level, logger, message, extra }: LogRecord): string {
  const line = `${timestamp(time)} - ${escapeControls(logger)} - ${level.toUpperCase()} - ${escapeControls(message)}`;
  return extra && Object.keys(extra).length ? `${line} - extra: ${safeJson(extra)}\n` : `${line}\n`;
}

/** For machines: one object per line; an extra that would shadow a fixed key gets an underscore appended. */
export function formatJson({ time, level, logger, message, extra }: LogRecord): string {
  const line: Record<string, unknown> = {
    timestamp: timestamp(time),
    level: level.toUpperCase(),
    logger,
    message,
    ...callSite(),
  };
  for (const [key, value] of Object.entries(extra ?? {})) {
    if (isError(value)) line['exception'] = exceptionText(value);
    else line[Object.hasOwn(line, key) || key === '__proto__' ? `${key}_` : key] = value;
  }
  return `${safeJson(line)}\n`;
}

function timestamp(time: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
