import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError, configPath, fileSetting, type ConfigRequest } from '../config';
import { AuthorError } from '../errors';
import type { TrustVerdict } from '../trust/trust-store';
import { isApp, type App } from './app';
import { builtInApp } from './built-in-app';
import { markCommandProcess } from './opened-by-command';
import { SHIPPED_APP } from './shipped-app';

/** Loads the app for a command: `--app`, `TOOLWRIGHT_APP`, `app:` in the configuration file, else the shipped one. */
export async function findApp(request: ConfigRequest): Promise<App> {
  const file = await findAppFile(request);
  return file === undefined ? builtInApp : loadApp(file);
}

/** Returns the module of the app for a command; undefined if none is named, or the one that ships. */
export async function findAppFile(request: ConfigRequest): Promise<string | undefined> {
  const named = appNamed(request);
  if (named === SHIPPED_APP) return undefined;
  if (named !== undefined) return resolve(request.cwd, named);
  const found = await fileSetting(request, 'app');
  if (!found) return undefined;
  const file = resolve(request.cwd, found.value);
  await refuseUntrusted(request, file, found.verdict);
  return file;
}

// Another app in place of the one that is wanted would help nobody, so its code is either trusted or nothing is served.
async function refuseUntrusted(request: ConfigRequest, file: string, verdict: TrustVerdict): Promise<void> {
  const { name, required } = configPath(request);
  if (required) return;
  const { TrustStore } = await import('../trust/trust-store.js');
  const code = await readFile(file).catch(() => undefined);
  const judged = verdict === 'trusted' && TrustStore.of(request.env).judge(file, code ?? '');
  if (judged === 'trusted') return;
  const isMissing = judged && code === undefined;
  throw new ConfigError([
    {
      origin: { source: 'file', file: name },
      path: 'app',
      message: isMissing
        ? `names ${file}, which can't be read`
        : 'names code to run, but it was only found in the working directory and is not trusted as it is now',
      cure: isMissing
        ? `Build it, then run 'toolwright trust ${request.cwd}'; or correct the path.`
        : `Read it, then run 'toolwright trust ${request.cwd}', or start with --config ${name}.`,
    },
  ]);
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

/** Returns the app that the command line or the environment names. */
export function appNamed({ env, options = {} }: Pick<ConfigRequest, 'env' | 'options'>): string | undefined {
  const option = options['app'];
  return typeof option === 'string' ? option : env['TOOLWRIGHT_APP'] || undefined;
}
