import type { Runner, TargetProject } from './target-project';

const IMPORTS: Readonly<Record<Runner, string>> = {
  jest: `import { expect, test } from '@jest/globals';`,
  vitest: `import { expect, test } from 'vitest';`,
  node: `import assert from 'node:assert/strict';\nimport { test } from 'node:test';`,
};

/** Returns the lines that a test begins with, to import what its runner offers. */
export function testImports({ runner, globals }: Pick<TargetProject, 'runner' | 'globals'>): string {
  return runner === 'vitest' && globals ? '' : `${IMPORTS[runner]}\n`;
}

/** Returns an assertion that two values are equal. */
export function assertEqual(runner: Runner, actual: string, expected: string): string {
  return runner === 'node'
    ? `assert.deepEqual(${actual}, ${expected});`
    : `expect(${actual}).toEqual(${expected});`;
}
