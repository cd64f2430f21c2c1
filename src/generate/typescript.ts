import { createRequire } from 'node:module';

/**
 * The compiler that ts-json-schema-generator itself uses. A project may compile with another one, but two copies can't share a
 * program, and TypeScript 7 has no compiler API at all.
 */
export const ts = createRequire(require.resolve('ts-json-schema-generator'))(
  'typescript',
) as typeof import('typescript');
