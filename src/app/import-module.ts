import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AuthorError } from '../errors';

// Each registers itself for `require`; the first one installed in the project is used.
const LOADERS = ['tsx/cjs', '@swc-node/register', 'ts-node/register/transpile-only'];

/**
 * Imports a module by its path: CommonJS or ES module; TypeScript by Node itself or by the project's own loader. Why it can't be
 * loaded is explained in the error.
 */
export async function importModule(file: string): Promise<Record<string, unknown>> {
  try {
    return await imported(file);
  } catch (error) {
    const { explainLoadFailure } = await import('./explain-load-failure.js');
    throw explainLoadFailure(file, error);
  }
}

async function imported(file: string): Promise<Record<string, unknown>> {
  const require = createRequire(file);
  try {
    return flattened(await requireOrImport(require, file));
  } catch (error) {
    if (isMissing(error, file))
      throw new AuthorError(file, 'does not exist.', 'Compile it, or correct its path.');
    if (!isTypeScript(file) || !needsLoader(error)) throw error;
    useLoader(require, file);
    return flattened(require(file));
  }
}

async function requireOrImport(require: NodeJS.Require, file: string): Promise<unknown> {
  try {
    return require(file);
  } catch (error) {
    if (isEsModule(error)) return nativeImport(pathToFileURL(file).href);
    throw error;
  }
}

// Node stops at syntax that it can't take away, or at an import of the JavaScript that its source would be compiled to.
function needsLoader(error: unknown): boolean {
  const { name, code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (name === 'SyntaxError' || code === 'ERR_UNKNOWN_FILE_EXTENSION') return true;
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return false;
  const [, missing, kind] = /^Cannot find module '(.+)\.([cm]?)js'/.exec(message) ?? [];
  if (missing === undefined) return false;
  return isAbsolute(missing) ? existsSync(`${missing}.${kind}ts`) : missing.startsWith('.');
}

function isTypeScript(file: string): boolean {
  return /^\.[cm]?ts$/.test(extname(file));
}

/** Imports an ES module by its URL. */
function nativeImport(url: string): Promise<unknown> {
  const load = createRequire(__filename)(join(__dirname, 'native-import.cjs')) as (
    url: string,
  ) => Promise<unknown>;
  return load(url);
}

function useLoader(require: NodeJS.Require, file: string): void {
  for (const loader of LOADERS) {
    try {
      require(loader);
      return;
    } catch (error) {
      if (!isMissing(error, loader)) throw error;
    }
  }
  throw new AuthorError(
    file,
    'is TypeScript, and the project has no loader for it.',
    'Compile it with tsc and name the JavaScript file; or `npm install --save-dev tsx`, if each @Arg states its `type`, since tsx records none.',
  );
}

function isMissing(error: unknown, name: string): boolean {
  const { code, message = '' } = error as { code?: string; message?: string };
  return code === 'MODULE_NOT_FOUND' && message.startsWith(`Cannot find module '${name}'`);
}

function isEsModule(error: unknown): boolean {
  const { code = '' } = error as { code?: string };
  return code === 'ERR_REQUIRE_ESM' || code === 'ERR_REQUIRE_ASYNC_MODULE';
}

// The exports of a CommonJS module are also its default export.
function flattened(module: unknown): Record<string, unknown> {
  if (typeof module !== 'object' || module === null) return { default: module };
  const isEs = '__esModule' in module || Object.prototype.toString.call(module) === '[object Module]';
  return isEs ? { ...module } : { default: module, ...module };
}
