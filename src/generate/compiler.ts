import { createRequire } from 'node:module';
import { join } from 'node:path';

/** TypeScript with its compiler API. */
export type Compiler = typeof import('typescript');

// TypeScript 7 has no compiler API; its makers offer the last version that has one under the second name.
const NAMES = ['typescript', '@typescript/typescript6'];

/** Thrown if neither the project nor this package has a compiler with an API. */
export class NoCompilerError extends Error {}

/** Loads the project's compiler, or the one installed beside this package. */
export function loadCompiler(projectDirectory: string): Compiler {
  for (const place of [join(projectDirectory, 'package.json'), __filename]) {
    const require = createRequire(place);
    for (const name of NAMES) {
      const found = attempt(() => require(name) as Partial<Compiler>);
      if (found?.createProgram) return found as Compiler;
    }
  }
  throw new NoCompilerError('no TypeScript with a compiler API is installed');
}

function attempt<T>(load: () => T): T | undefined {
  try {
    return load();
  } catch {
    return undefined;
  }
}
