import { isPromised } from '../base/awaitable';
import { isObject } from '../base/json-value';
import { AuthorError } from '../errors';
import { isApp } from './app';

/** Refuses what is served in place of an app, which only a compiler would notice. */
export function refuseNonApp(given: unknown, serving: 'serveStdio' | 'serveHttp' | 'openApp'): void {
  if (isApp(given)) return;
  throw new AuthorError(
    serving,
    `takes an app, got ${shown(given)}.`,
    `Write \`${serving}(defineApp({ tools: [...] }))\`.`,
  );
}

/** Refuses what is no open app, such as the app itself, or the promise of an open one. */
export function refuseUnopened(given: unknown, serving: 'createServer' | 'createHttpHandler'): void {
  if (isObject(given) && isObject(given['setup']) && isApp(given['app'])) return;
  const what = isApp(given) ? 'an app that is not open' : isPromised(given) ? 'a promise' : shown(given);
  throw new AuthorError(
    serving,
    `takes an open app, got ${what}.`,
    `Write \`${serving}(await openApp(app))\`.`,
  );
}

function shown(given: unknown): string {
  if (typeof given === 'function') return 'a function or class';
  return given === null || typeof given !== 'object' ? String(given) : 'another object';
}
