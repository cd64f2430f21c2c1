import { AuthorError } from '../errors';
import { isApp } from './app';

/** Refuses what is served in place of an app, which only a compiler would notice. */
export function refuseNonApp(given: unknown, serving: 'serveStdio' | 'serveHttp'): void {
  if (isApp(given)) return;
  const what = given === null || typeof given !== 'object' ? String(given) : 'another object';
  throw new AuthorError(
    serving,
    `takes an app, got ${typeof given === 'function' ? 'a function or class' : what}.`,
    `Write \`${serving}(defineApp({ tools: [...] }))\`.`,
  );
}
