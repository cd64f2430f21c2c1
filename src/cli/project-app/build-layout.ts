import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import { readCompilerOptions } from '../doctor/compiler-options';

/** Where the compiler of a project reads its sources and writes its modules. */
export interface BuildLayout {
  readonly project: string;
  readonly tsconfig: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The module that the layout was read for, and its source. */
  readonly module: string;
  readonly source: string;
  /** Returns the module that a source is compiled to. */
  outputOf(source: string): string;
  /** How the project is built. */
  readonly command: string;
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/** Reads the layout of the project that a module was compiled in; undefined if it wasn't, or its source isn't there. */
export function buildLayoutOf(module: string): BuildLayout | undefined {
  const project = projectOf(module);
  if (project === undefined || !existsSync(module)) return undefined;
  const script = buildScript(project);
  const tsconfig = join(
    project,
    /(?:-p|--project)[ =]+([^\s"';&|]+)/.exec(script ?? '')?.[1] ?? 'tsconfig.json',
  );
  const options = optionsIn(tsconfig);
  if (!options || options['noEmit'] === true || options['emitDeclarationOnly'] === true) return undefined;
  const config = dirname(tsconfig);
  const { outDir, rootDir } = options;
  const out = resolve(config, typeof outDir === 'string' ? outDir : '.');
  const inside = relative(out, module);
  if (inside.startsWith('..')) return undefined;
  // Without rootDir the compiler takes the directory that all sources are in.
  const roots = typeof rootDir === 'string' ? [rootDir] : ['.', 'src'];
  for (const root of roots.map((name) => resolve(config, name))) {
    const source = sourceFormsOf(join(root, inside)).find((file) => existsSync(file));
    if (source === undefined || source === module) continue;
    const outputOf = (file: string): string =>
      join(out, relative(root, file)).replace(/\.([mc]?)tsx?$/, '.$1js');
    return { project, tsconfig, options, module, source, outputOf, command: buildCommandOf(project) };
  }
  return undefined;
}

// How a project is built.
function buildCommandOf(project: string): string {
  return buildScript(project) === undefined ? 'npx tsc' : 'npm run build';
}

/** Returns the sources that a compiled module, or an import of one, may stand for. */
export function sourceFormsOf(module: string): string[] {
  const kind = /\.[mc]?js$/.exec(module)?.[0];
  return kind === undefined ? [] : KINDS[kind]!.map((other) => module.slice(0, -kind.length) + other);
}

// The nearest directory with a package.json or a tsconfig.json; what is installed is nobody's to build.
function projectOf(module: string): string | undefined {
  for (let at = dirname(module); basename(at) !== 'node_modules'; at = dirname(at)) {
    if (existsSync(join(at, 'tsconfig.json')) || existsSync(join(at, 'package.json'))) return at;
    if (at === dirname(at)) break;
  }
  return undefined;
}

/** Returns how to build a project that has no build yet. */
export function buildAdvice(project: string): string {
  if (buildScript(project) !== undefined) return 'Build it with npm run build';
  return existsSync(join(project, 'tsconfig.json')) ? 'Build it with npx tsc' : 'Build it';
}

function buildScript(project: string): string | undefined {
  const file = join(project, 'package.json');
  const facts = existsSync(file) ? parsedJson(readFileSync(file, 'utf8')) : undefined;
  const scripts = isObject(facts) ? facts['scripts'] : undefined;
  const build = isObject(scripts) ? scripts['build'] : undefined;
  return typeof build === 'string' ? build : undefined;
}

// A tsconfig that can't be read is reported by doctor, and by the compiler.
function optionsIn(tsconfig: string): Record<string, unknown> | undefined {
  try {
    return readCompilerOptions(tsconfig);
  } catch {
    return undefined;
  }
}
