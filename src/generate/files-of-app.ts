import { resolve } from 'node:path';
import type { CompilerOptions } from 'typescript';
import type { Compiler } from './typescript-compiler';

/** The sources of a project, and the module among them that is its app. */
export interface ProjectSources {
  readonly files: readonly string[];
  readonly app: string;
  readonly options: CompilerOptions;
}

/**
 * Returns the files that may belong to one app of a project: without those that other apps in it import and this one doesn't, nor those apps.
 * What no app imports stays, since somebody may have forgotten to.
 */
export function filesOfApp(ts: Compiler, { files, app, options }: ProjectSources): string[] {
  const known = new Set(files.map((file) => resolve(file)));
  const apps = [...known].filter((file) => definesApp(ts.sys.readFile(file) ?? ''));
  if (!apps.some((file) => file !== resolve(app))) return [...files];
  const own = reached(ts, [app], known, options);
  const theirs = reached(
    ts,
    apps.filter((file) => !own.has(file)),
    known,
    options,
  );
  return files.filter((file) => own.has(resolve(file)) || !theirs.has(resolve(file)));
}

function definesApp(text: string): boolean {
  return /\bdefineApp\s*\(/.test(text);
}

function reached(
  ts: Compiler,
  from: readonly string[],
  known: ReadonlySet<string>,
  options: CompilerOptions,
): Set<string> {
  const found = new Set<string>();
  const left = from.map((file) => resolve(file));
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file) || !known.has(file)) continue;
    found.add(file);
    left.push(...importsOf(ts, file, options));
  }
  return found;
}

function importsOf(ts: Compiler, file: string, options: CompilerOptions): string[] {
  const { importedFiles } = ts.preProcessFile(ts.sys.readFile(file) ?? '', true, true);
  return importedFiles.flatMap(({ fileName }) => {
    const { resolvedModule } = ts.resolveModuleName(fileName, file, options, ts.sys);
    return resolvedModule ? [resolve(resolvedModule.resolvedFileName)] : [];
  });
}
