import { basename } from 'node:path';
import { LOG_LEVELS, Logger } from '../logger';
import { moduleAt } from './bundled-modules';

/** The code that wrote a record. */
export interface CallSite {
  readonly module: string;
  readonly function: string;
}

/**
 * Finds the caller of the logger on the stack, which works because sinks are called synchronously. Capturing only the
 * two relevant frames, as objects, costs a fraction of formatting the whole stack.
 */
export function callSite(): CallSite {
  const { stackTraceLimit, prepareStackTrace } = Error;
  const at: { stack?: unknown } = {};
  try {
    Error.stackTraceLimit = 2;
    Error.prepareStackTrace = (_error, sites) => sites;
    Error.captureStackTrace(at, Logger.prototype.log);
    const [first, second] = at.stack as NodeJS.CallSite[];
    const site = isLevel(first?.getFunctionName()) ? second : first;
    return { module: moduleOf(site), function: site?.getFunctionName() ?? '<anonymous>' };
  } finally {
    Object.assign(Error, { stackTraceLimit, prepareStackTrace });
  }
}

function moduleOf(site: NodeJS.CallSite | undefined): string {
  const file = site?.getFileName();
  if (!site || !file) return 'unknown';
  return moduleAt(file, site) ?? basename(file).replace(/\.[^.]+$/, '');
}

// The frame of `Logger.info` or another level is between the caller and `Logger.log`.
function isLevel(name: string | null | undefined): boolean {
  return (LOG_LEVELS as readonly unknown[]).includes(name);
}
