import { isPromised } from '../base/awaitable';
import { AuthorError } from '../errors';
import type { App, AppContext } from './app';

// After so long a line says what everybody waits for, and a client that has gone is no longer worth waiting for.
const PATIENCE_MS = 10_000;
const LOOK_MS = 250;

/**
 * Runs the `start` hook of an app. It may take long, but not without a word, nor when nobody waits for it any more. With
 * `clientGone` it is a server that starts, which goes on waiting; what else waits only for itself may end once that was said.
 */
export async function runStart(app: App, context: AppContext, clientGone?: () => boolean): Promise<void> {
  try {
    const started = app.options.start?.(context);
    if (isPromised(started)) await watched(started, app.name, context, clientGone);
  } catch (error) {
    throw (await import('./author-hooks.js')).hookFailure(app.name, 'start', error);
  }
}

// The timers keep the process: one with nothing else to do would end before anybody said why.
async function watched(
  started: PromiseLike<unknown>,
  name: string,
  { log }: AppContext,
  clientGone: (() => boolean) | undefined,
): Promise<void> {
  const seconds = PATIENCE_MS / 1000;
  const slow = setTimeout(() => {
    log.warning(
      `\`start\` of the app '${name}' has not settled after ${seconds} s; nobody is answered before`,
    );
  }, PATIENCE_MS);
  let look: NodeJS.Timeout | undefined;
  const abandoned = new Promise<never>((_, reject) => {
    if (!clientGone) return;
    let left = PATIENCE_MS / LOOK_MS;
    look = setInterval(() => {
      if (!clientGone() || --left > 0) return;
      const problem = `\`start\` has not settled ${seconds} s after the client closed stdin.`;
      reject(new AuthorError(`app '${name}'`, problem, 'Give what it waits for a time limit.'));
    }, LOOK_MS);
  });
  try {
    await Promise.race([started, abandoned]);
  } finally {
    clearTimeout(slow);
    clearInterval(look);
  }
}
