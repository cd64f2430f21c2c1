import { basename } from 'node:path';
import { LOG_LEVELS, Logger } from '../logger';
import { moduleAt } from './bundled-modules';

/** Who wrote a record. */
export interface CallSite {
  readonly module: string;
  readonly function: string;
}

/**
 * Reads who called the logger from the stack: sinks are called in the same turn as the logger, so the stack still
 * knows. Asking for the two frames that matter, as objects, costs a fraction of the usual text.
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

// The frame of `Logger.info` and its like stands between the caller and `Logger.log`.
function isLevel(name: string | null | undefined): boolean {
  return (LOG_LEVELS as readonly unknown[]).includes(name);
}
