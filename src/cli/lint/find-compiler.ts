import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve, sep } from 'node:path';
import { SHIPPED_APP } from '../../app/shipped-app';
import type { Compiler } from '../../generate/typescript-compiler';
import { isOwnCommand } from '../project-app/is-own-command';

/**
 * Returns a compiler to read sources with: the project's own if code of the project is run anyway, or ours. TypeScript 7 has no
 * API for that, so the next choice is the compiler that ts-json-schema-generator brings along.
 */
export function compilerFor(cwd: string, app: string | undefined): Compiler | undefined {
  for (const from of placesFor(cwd, app))
    for (const load of [installed, broughtAlong]) {
      const ts = load(from);
      if (ts?.createSourceFile) return ts;
    }
  return undefined;
}

/** Returns why there is no compiler to read sources with. */
export function whyNoCompiler(cwd: string, app: string | undefined): string {
  const [version] = placesFor(cwd, app).flatMap((from) => installed(from)?.version ?? []);
  return version === undefined
    ? 'TypeScript is not installed'
    : `TypeScript ${version} is installed, which has no compiler API`;
}

/** What to install where there is no compiler to read sources with. */
export const COMPILER_CURE =
  'Run npm install --save-dev ts-json-schema-generator, which brings a compiler to read them with.';

function placesFor(cwd: string, app: string | undefined): string[] {
  const runsProject = isOwnCommand(cwd) || (app !== undefined && isModuleIn(cwd, app));
  return [...(runsProject ? [join(cwd, 'package.json')] : []), __filename];
}

function isModuleIn(cwd: string, app: string): boolean {
  const file = resolve(cwd, app);
  return app !== SHIPPED_APP && file.startsWith(resolve(cwd) + sep) && existsSync(file);
}

function installed(from: string): Partial<Compiler> | undefined {
  try {
    return createRequire(from)('typescript') as Partial<Compiler>;
  } catch {
    return undefined;
  }
}

function broughtAlong(from: string): Partial<Compiler> | undefined {
  try {
    return installed(createRequire(from).resolve('ts-json-schema-generator'));
  } catch {
    return undefined;
  }
}
