import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ordinaryText } from '../../disk/ordinary-text';
import { isCompiled, isTest } from '../../generate/source-files';
import { buildLayoutOf } from '../project-app/build-layout';
import { findProjectApp } from '../project-app/find-project-app';
import { COMPILER_CURE, compilerFor, whyNoCompiler } from './find-compiler';
import type { AppSources } from './place-findings';
import type { Compiler } from '../../generate/typescript-compiler';
import { compilerOptionsIn, projectFiles } from './project-files';

/** Where the sources of an app may be. */
export interface SourceRequest {
  readonly globs: readonly string[] | undefined;
  /** The module of the app, if it is named. */
  readonly app: string | undefined;
  readonly cwd: string;
}

/** What came of reading the sources of an app: neither is there if it has none. */
export interface SourcesRead {
  readonly sources?: AppSources;
  /** What can't be looked for in sources that are there, and why. */
  readonly skipped?: { readonly text: string; readonly cure: string };
}

const USUAL = ['src/**/*.ts', 'src/**/*.mts', 'src/**/*.cts'];

/**
 * Finds the source files of an app and a compiler to read them with: the files that are asked for, or those that the project's
 * tsconfig.json includes and those below `src`.
 */
export async function readAppSources({ globs, app, cwd }: SourceRequest): Promise<SourcesRead> {
  const { glob } = await import('tinyglobby');
  const found = await glob([...(globs ?? USUAL)], {
    cwd,
    absolute: true,
    ignore: ['**/node_modules/**', '**/*.d.ts'],
  });
  const named = app ?? findProjectApp(cwd)?.source;
  const module = named === undefined ? undefined : resolve(cwd, named);
  const layout = module === undefined ? undefined : buildLayoutOf(module);
  const own = layout?.source ?? (module !== undefined && isWritten(module) ? module : undefined);
  const tsconfigs = globs ? [] : [join(cwd, 'tsconfig.json'), ...(layout ? [layout.tsconfig] : [])];
  const ts = compilerFor(cwd, app);
  if (!ts) return found.length || tsconfigs.some((file) => existsSync(file)) ? unread(cwd, app) : {};
  const included = tsconfigs.flatMap((tsconfig) => projectFiles(ts, tsconfig));
  const usual = globs ? found : found.filter((file) => !isTest(file));
  const files = [
    ...new Set(
      [...[...usual, ...included].sort(), ...(own === undefined ? [] : [own])].map((file) => resolve(file)),
    ),
  ];
  if (!files.length) return {};
  const tsconfig = layout?.tsconfig ?? join(cwd, 'tsconfig.json');
  const judged = globs || own === undefined ? files : await filesOf(ts, own, files, tsconfig);
  const { ToolSites } = await import('../../generate/tool-sites.js');
  return {
    sources: {
      ts,
      files: judged,
      sites: new ToolSites(ts, judged),
      ...(existsSync(tsconfig) && { tsconfig }),
    },
  };
}

// Several apps may share a tsconfig.json.
async function filesOf(
  ts: Compiler,
  app: string,
  files: readonly string[],
  tsconfig: string,
): Promise<string[]> {
  const { filesOfApp } = await import('../../generate/files-of-app.js');
  return filesOfApp(ts, { files, app, options: compilerOptionsIn(ts, tsconfig) });
}

// An app that isn't compiled is its own source.
function isWritten(module: string): boolean {
  const text = ordinaryText(module);
  return text !== undefined && !isCompiled(text);
}

function unread(cwd: string, app: string | undefined): SourcesRead {
  const text = `fields without @Arg and classes that the app doesn't have were not looked for: ${whyNoCompiler(cwd, app)}`;
  return { skipped: { text, cure: COMPILER_CURE } };
}
