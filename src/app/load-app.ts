import { resolve } from 'node:path';
import { configPath, fileSetting, type ConfigRequest, type Origin } from '../config';
import { AuthorError } from '../errors';
import { isApp, type App } from './app';
import { builtInApp } from './built-in-app';
import { markCommandProcess } from './command-process';

/** How the app for a command was named. */
export interface AppName {
  readonly path: string;
  readonly origin: Origin;
}

/** Loads the app for a command: `--app`, `TOOLWRIGHT_APP`, `app:` in the configuration file, else the shipped one. */
export async function findApp(
  request: ConfigRequest,
  /** Throws if the code of an app named in this way must not run. */
  refuse: (named: AppName) => void = () => {},
): Promise<App> {
  const named = await appNamed(request);
  if (!named) return builtInApp;
  refuse(named);
  return loadApp(resolve(request.cwd, named.path));
}

/** Loads the app that a module exports by default, or as `app`; `serveStdio` in that module does nothing. */
export async function loadApp(file: string): Promise<App> {
  markCommandProcess();
  const { importModule } = await import('./import-module.js');
  const module = await importModule(file);
  const found = appIn(module);
  if (found) return found;
  throw new AuthorError(
    file,
    'exports no app.',
    'Write `export default defineApp({ tools: [...] })` (in CommonJS: `module.exports = defineApp({ ... })`).',
  );
}

// A CommonJS module imported by an ES module has its exports under `default`, so the app may be nested twice.
function appIn(module: Record<string, unknown>): App | undefined {
  const { default: first, app } = module;
  const second = (first as { default?: unknown } | undefined)?.default;
  return [first, app, second].find(isApp);
}

async function appNamed(request: ConfigRequest): Promise<AppName | undefined> {
  const { env, options = {} } = request;
  const option = options['app'];
  if (typeof option === 'string') return { path: option, origin: { source: 'option', name: '--app' } };
  const variable = env['TOOLWRIGHT_APP'];
  if (variable) return { path: variable, origin: { source: 'environment', name: 'TOOLWRIGHT_APP' } };
  const path = await fileSetting(request, 'app');
  return path === undefined
    ? undefined
    : { path, origin: { source: 'file', file: configPath(request).name } };
}
