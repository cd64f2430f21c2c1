import { existsSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import { ordinaryText } from '../../disk/ordinary-text';
import { readCompilerOptions } from '../doctor/compiler-options';

/** The app of a project, as far as its files tell without being run. */
export interface ProjectApp {
  /** The module that defines it, as it is written. */
  readonly source: string;
  /** The module that can be loaded; undefined if it isn't compiled. */
  readonly file: string | undefined;
}

/** Where apps usually are, in the order they are looked for. */
export const USUAL_APPS: readonly string[] = ['app', 'server', 'index'].flatMap((name) =>
  ['src/', ''].flatMap((place) => ['ts', 'mts', 'js', 'mjs', 'cjs'].map((kind) => `${place}${name}.${kind}`)),
);

/** Finds the app of the project in a directory by reading its files: nothing of it is run. */
export function findProjectApp(cwd: string): ProjectApp | undefined {
  const source = [...USUAL_APPS, ...packageModules(cwd)].find((name) => definesApp(join(cwd, name)));
  if (source === undefined) return undefined;
  const file = compiledFormsOf(source, cwd).find((name) => existsSync(join(cwd, name)));
  return { source, file };
}

/** Returns where the compiled form of a module may be, relative to its project: the likeliest place first. */
export function compiledFormsOf(source: string, cwd: string): string[] {
  if (!/\.m?ts$/.test(source)) return [source];
  const module = source.replace(/ts$/, 'js');
  const inner = module.replace(/^src\//, '');
  const { outDir, rootDir } = directoriesOf(cwd);
  const stated =
    outDir === undefined
      ? [module]
      : rootDir === undefined
        ? [join(outDir, inner), join(outDir, module)]
        : [join(outDir, relative(resolve(cwd, rootDir), resolve(cwd, module)))];
  const usual = [module, `dist/${module}`, `dist/${inner}`, `build/${module}`, `build/${inner}`];
  return [...new Set([...stated, ...usual].map((name) => name.split(sep).join('/')))];
}

function directoriesOf(cwd: string): { outDir?: string | undefined; rootDir?: string | undefined } {
  try {
    const { outDir, rootDir } = readCompilerOptions(join(cwd, 'tsconfig.json'));
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
    return { outDir: text(outDir), rootDir: text(rootDir) };
  } catch {
    return {};
  }
}

// What package.json names is compiled already, or plain JavaScript.
function packageModules(cwd: string): string[] {
  const facts = parsedJson(ordinaryText(join(cwd, 'package.json')) ?? '');
  if (!isObject(facts)) return [];
  const { main, bin } = facts;
  const named = [main, ...(isObject(bin) ? Object.values(bin) : [bin])];
  return named.filter(
    (name): name is string => typeof name === 'string' && !relative('.', name).startsWith('..'),
  );
}

function definesApp(file: string): boolean {
  const text = ordinaryText(file);
  return text !== undefined && /\btoolwright\b/.test(text) && /\bdefineApp\b/.test(text);
}
