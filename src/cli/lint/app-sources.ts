import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { SHIPPED_APP } from '../../app/shipped-app';
import type { Compiler } from '../../generate/typescript-compiler';
import { isOwnCommand } from '../project-app/is-own-command';
import type { AppSources } from './place-findings';

/** Where the sources of an app may be. */
export interface SourceRequest {
  readonly globs: readonly string[] | undefined;
  /** The module of the app, if it is named. */
  readonly app: string | undefined;
  readonly cwd: string;
}

/** Finds the source files of an app and a compiler to read them with; undefined if either is missing. */
export async function readAppSources({ globs, app, cwd }: SourceRequest): Promise<AppSources | undefined> {
  const ts = compilerFor(cwd, app);
  if (!ts) return undefined;
  const { glob } = await import('tinyglobby');
  const found = await glob([...(globs ?? ['src/**/*.ts', 'src/**/*.mts', 'src/**/*.cts'])], {
    cwd,
    absolute: true,
    ignore: ['**/node_modules/**', '**/*.d.ts'],
  });
  // An app that isn't compiled is its own source.
  const files = [...new Set([...found.sort(), ...(app === undefined ? [] : [resolve(cwd, app)])])];
  const { ToolSites } = await import('../../generate/tool-sites.js');
  return files.length ? { ts, files, sites: new ToolSites(ts, files) } : undefined;
}

/** Returns a compiler: the project's own if code of the project is run anyway, or ours. TypeScript 7 has no API to read files with. */
export function compilerFor(cwd: string, app: string | undefined): Compiler | undefined {
  const runsProject = isOwnCommand(cwd) || (app !== undefined && isModuleIn(cwd, app));
  for (const from of [...(runsProject ? [join(cwd, 'package.json')] : []), __filename])
    try {
      const ts = createRequire(from)('typescript') as Partial<Compiler>;
      if (ts.createSourceFile) return ts;
    } catch {
      continue;
    }
  return undefined;
}

function isModuleIn(cwd: string, app: string): boolean {
  const file = resolve(cwd, app);
  return app !== SHIPPED_APP && file.startsWith(resolve(cwd) + sep) && existsSync(file);
}
