import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { isObject } from '../../base/json-value';
import { ordinaryText } from '../../disk/ordinary-text';

/** Reads the compiler options of a tsconfig.json, with those of the files that it extends. */
export function readCompilerOptions(file: string, depth = 0): Record<string, unknown> {
  if (depth > 20) throw new Error(`${file} extends itself`);
  const config = jsonIn(file);
  const bases = [config['extends']].flat().filter((base) => typeof base === 'string');
  const inherited = bases.map((base) => readCompilerOptions(fileOf(base, file), depth + 1));
  const own = config['compilerOptions'];
  return Object.assign({}, ...inherited, isObject(own) ? own : {}) as Record<string, unknown>;
}

function fileOf(base: string, from: string): string {
  if (/^\.{1,2}[\\/]|^[\\/]/.test(base)) {
    const path = resolve(dirname(from), base);
    return path.endsWith('.json') ? path : `${path}.json`;
  }
  const require = createRequire(from);
  try {
    return require.resolve(base);
  } catch {
    return require.resolve(`${base}/tsconfig.json`);
  }
}

function jsonIn(file: string): Record<string, unknown> {
  const text = ordinaryText(file);
  if (text === undefined) throw new Error(`${file} can't be read`);
  try {
    const value: unknown = JSON.parse(withoutComments(text));
    return isObject(value) ? value : {};
  } catch (error) {
    throw new Error(`${file} is not JSON: ${(error as Error).message}`);
  }
}

// Strings are kept as they are: a path pattern such as "src/**/*" is no comment.
function withoutComments(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[^]*?\*\//g, (_, string: string | undefined) => string ?? '')
    .replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, string: string | undefined) => string ?? '');
}
