import { createRequire } from 'node:module';

/**
 * The compiler that ts-json-schema-generator uses. A project may compile with another version, but two copies cannot
 * share a program, and TypeScript 7 has no compiler API at all.
 */
export const ts = createRequire(require.resolve('ts-json-schema-generator'))(
  'typescript',
) as typeof import('typescript');
