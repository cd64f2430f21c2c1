import { Logger, type LogRecord } from '../logger';
import { escapeControls, safeJson } from './escape';

/** Makes the line of a record, its newline included. */
export type Format = (record: LogRecord) => string;

/** For people: `2026-01-31 12:00:00 - toolwright - INFO - message - extra: {…}`. */
export function formatText({ time, level, logger, message, extra }: LogRecord): string {
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
    if (value instanceof Error) line['exception'] = value.stack ?? String(value);
    else line[Object.hasOwn(line, key) || key === '__proto__' ? `${key}_` : key] = value;
  }
  return `${safeJson(line)}\n`;
}

function timestamp(time: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

// Who wrote the record, read from the stack: sinks are called in the same turn as the logger.
function callSite(): { module: string; function: string } {
  const at: { stack?: string } = {};
  Error.captureStackTrace(at, Logger.prototype.log);
  const frames = (at.stack ?? '').split('\n').slice(1);
  const frame = frames.find((line) => !/\bLogger\.(trace|debug|info|warning|error)\b/.test(line)) ?? '';
  const [, name, place = ''] = /^\s*at (?:(?:async )?(.*?) \()?(.*?)\)?$/.exec(frame) ?? [];
  const file =
    place
      .replace(/(:\d+)+$/, '')
      .split(/[\\/]/)
      .pop() ?? '';
  return { module: file.replace(/\.[^.]+$/, '') || 'unknown', function: name || '<anonymous>' };
}
