import { createRequire } from 'node:module';

/** TypeScript with its compiler API. */
export type Compiler = typeof import('typescript');

/**
 * Loads the compiler that ts-json-schema-generator reads with. A project may compile with another version, but two copies
 * cannot share a program, and TypeScript 7 has no compiler API at all.
 */
export function loadCompiler(): Compiler {
  return createRequire(require.resolve('ts-json-schema-generator'))('typescript') as Compiler;
}
