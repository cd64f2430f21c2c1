import type { LogRecord } from '../logger';
import { callSite } from './call-site';
import { escapeControls, safeJson } from './escape';
import { exceptionText } from './exception-text';

/** Makes the line of a record, its newline included. */
export type Format = (record: LogRecord) => string;

/** For people: `2026-01-31 12:00:00 - toolwright - INFO - message - extra: {…}`, without the stacks of exceptions. */
export function formatText(record: LogRecord): string {
  const { extra } = record;
  if (!extra) return formatTextWithStacks(record);
  const entries = Object.entries(extra).filter(([, value]) => !(value instanceof Error));
  return formatTextWithStacks({ ...record, extra: Object.fromEntries(entries) });
}

/** The same with the stacks of exceptions among the extras, for a log kept at debug or trace. */
export function formatTextWithStacks({ time, level, logger, message, extra }: LogRecord): string {
  const line = `${timestamp(time)} - ${escapeControls(logger)} - ${level.toUpperCase()} - ${escapeControls(message)}`;
  return extra && Object.keys(extra).length ? `${line} - extra: ${safeJson(extra)}\n` : `${line}\n`;
}

/** For machines: one object a line; an extra that would hide one of the fixed keys gets an underscore behind its name. */
export function formatJson({ time, level, logger, message, extra }: LogRecord): string {
  const line: Record<string, unknown> = {
    timestamp: timestamp(time),
    level: level.toUpperCase(),
    logger,
    message,
    ...callSite(),
  };
  for (const [key, value] of Object.entries(extra ?? {})) {
    if (value instanceof Error) line['exception'] = exceptionText(value);
    else line[Object.hasOwn(line, key) || key === '__proto__' ? `${key}_` : key] = value;
  }
  return `${safeJson(line)}\n`;
}

function timestamp(time: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}
