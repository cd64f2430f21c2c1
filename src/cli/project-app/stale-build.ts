import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { buildLayoutOf, sourceFormsOf, type BuildLayout } from './build-layout';
import { isRecorded } from './build-record';
import { compilesTo } from './compiles-to';

/** A build that is older than what it was made from. */
export interface StaleBuild {
  /** The sources that are newer than what was built from them, relative to the project. */
  readonly sources: readonly string[];
  /** What is newer than what. */
  readonly text: string;
  readonly cure: string;
}

// `import … from './x.js'`, `import('./x.js')`, `import './x.js'`, `export … from './x.js'`, `require('./x')`.
const IMPORTED = /\b(?:from|import|require)\s*\(?\s*(['"])(\.{1,2}\/[^'"\n]+)\1/g;

/**
 * Finds the sources of a compiled module, and of all that it imports from its own project, that are newer than what was
 * built from them. Where it is to be exact, one that is still the same as then is none, which takes the compiler to know.
 */
export function findStaleBuild(module: string, { exact = true } = {}): StaleBuild | undefined {
  const layout = buildLayoutOf(module);
  if (!layout) return undefined;
  const newer = newerSources(layout).filter(
    ({ source, output }) => !isRecorded(source, layout) && !(exact && compilesTo(source, output, layout)),
  );
  const [first] = newer;
  if (!first) return undefined;
  const shown = (file: string): string => relative(layout.project, file).split(sep).join('/');
  const { source, output } = first;
  const others = newer.length > 1 ? ` (and ${newer.length - 1} more)` : '';
  return {
    sources: newer.map((each) => shown(each.source)),
    text: `${shown(source)}${others} is newer than the build ${shown(output)}`,
    cure: `Run ${layout.command}.`,
  };
}

interface Newer {
  readonly source: string;
  /** The module it was compiled to. */
  readonly output: string;
}

// A source without a module of its own is in that of whoever imports it, as in a bundle, or was never built.
function newerSources(layout: BuildLayout): Newer[] {
  const newer: Newer[] = [];
  const seen = new Set<string>();
  const visit = (source: string, importer: string): void => {
    if (seen.has(source)) return;
    seen.add(source);
    const own = layout.outputOf(source);
    const output = existsSync(own) ? own : importer;
    if (statSync(source).mtimeMs > statSync(output).mtimeMs) newer.push({ source, output });
    for (const file of importsOf(source)) visit(file, output);
  };
  visit(layout.source, layout.module);
  return newer;
}

function importsOf(source: string): string[] {
  const found = readFileSync(source, 'utf8').matchAll(IMPORTED);
  return [...found].flatMap(([, , name = '']) => {
    const path = resolve(dirname(source), name);
    const forms = [...sourceFormsOf(path), `${path}.ts`, `${path}/index.ts`, path];
    const file = forms.find((form) => /\.[mc]?tsx?$/.test(form) && existsSync(form));
    return file === undefined || /\.d\.[mc]?ts$/.test(file) ? [] : [file];
  });
}
