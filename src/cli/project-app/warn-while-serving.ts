import { builtInApp } from '../../app/built-in-app';
import type { App } from '../../app/app';
import type { Logger } from '../../logger';
import type { Io } from '../command';

// By then a client has its first answers.
const LATER_MS = 300;

/** Returns what logs a warning, once an app is served, if it was built from older sources. */
export function warningIfStale(
  app: App,
  args: readonly string[],
  io: Pick<Io, 'cwd' | 'env'>,
): ((log: Logger) => void) | undefined {
  if (app === builtInApp) return undefined;
  return (log) => {
    const warn = async (): Promise<void> => {
      const { staleBuildFor } = await import('./stale-app.js');
      // No compiler is loaded into a server.
      const stale = await staleBuildFor(args, io, { exact: false });
      if (stale) log.warning(`${stale.text}. ${stale.cure}`);
    };
    setTimeout(() => void warn(), LATER_MS).unref();
  };
}
