import { inspect } from 'node:util';
import { exceptionMessage } from '../base/exception';
import type { Logger } from '../logger';
import type { Progress } from '../tool-context';

/** Warns the author of each tool once that something it reports about its work can't be sent. */
export class ReportWarnings {
  private readonly warned = new Set<string>();

  warn(tool: string, problem: string, log: Logger): void {
    if (this.warned.has(tool)) return;
    this.warned.add(tool);
    log.warning(`${tool} ${problem}`);
  }
}

/** Returns a report of progress as it is sent, a copy of its own; or, as a text, what is wrong with it and the cure. */
export function sendableProgress(update: unknown): Progress | string {
  try {
    if (typeof update !== 'object' || update === null)
      return `reported ${shown(update)}: report an object with progress, total and message`;
    const { progress, total, message } = update as Readonly<Record<keyof Progress, unknown>>;
    if (!isFinite(progress))
      return `reported progress ${shown(progress)}: report a finite number, such as 0 where there is nothing to do`;
    if (total !== undefined && !isFinite(total))
      return `reported a total of ${shown(total)}: report a finite number, or leave it out where it isn't known`;
    if (message !== undefined && typeof message !== 'string')
      return `reported a message of ${shown(message)}: report a text`;
    return { progress, ...(total !== undefined && { total }), ...(message !== undefined && { message }) };
  } catch (error) {
    return `reported progress that could not be read: ${exceptionMessage(error)}`;
  }
}

function isFinite(value: unknown): value is number {
  return Number.isFinite(value);
}

const LONGEST = 100;

function shown(value: unknown): string {
  const text = inspect(value, { depth: 1, breakLength: Infinity, maxStringLength: LONGEST });
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
  return typeof value === 'bigint' ? `${short}, a bigint` : short;
}
