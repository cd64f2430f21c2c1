import { LOG_LEVELS, Logger, type LogRecord } from '../logger';
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

// Who wrote the record: sinks are called in the same turn as the logger, so the stack still knows. Asking for the two
// frames that matter, as objects, costs a fraction of the usual text.
function callSite(): { module: string; function: string } {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const at: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = 2;
    Error.prepareStackTrace = (_error, sites) => sites;
    Error.captureStackTrace(at, Logger.prototype.log);
    const [first, second] = at.stack as NodeJS.CallSite[];
    const site = isLevel(first?.getFunctionName()) ? second : first;
    const file = site?.getFileName()?.split(/[\\/]/).pop();
    return {
      module: file?.replace(/\.[^.]+$/, '') ?? 'unknown',
      function: site?.getFunctionName() ?? '<anonymous>',
    };
  } finally {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  }
}

// The frame of `Logger.info` and its like stands between the caller and `Logger.log`.
function isLevel(name: string | null | undefined): boolean {
  return (LOG_LEVELS as readonly unknown[]).includes(name);
}
