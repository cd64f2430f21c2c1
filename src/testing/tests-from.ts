import { HIDDEN } from '../base/hidden';
import type { RecordedCall } from './record-calls';

/** How tests are written. */
export interface WrittenTests {
  /** The module whose default export is the app, as the test imports it: `../src/app.js`. */
  readonly app: string;
  /** The test runner; `node` is Node's own. */
  readonly runner?: 'jest' | 'vitest' | 'node';
  /**
   * Whether jest or vitest is set up to offer its functions and our matchers to every test, so that none is imported. Tests
   * that are compiled to CommonJS need it with vitest, which can't be required.
   */
  readonly globals?: boolean;
  /** The directory that the app is opened in, where paths in the calls are relative to it; that of the test run by default. */
  readonly cwd?: string;
}

const IMPORTS = {
  jest: "import { afterAll, beforeAll, expect, test } from '@jest/globals';\nimport 'toolwright/testing/jest';",
  vitest: "import { afterAll, beforeAll, expect, test } from 'vitest';\nimport 'toolwright/testing/vitest';",
  node: "import { after, before, test } from 'node:test';",
} as const;

const GLOBALS = {
  jest: "import type {} from 'toolwright/testing/jest';",
  vitest: "import type {} from 'toolwright/testing/vitest';",
  node: IMPORTS.node,
} as const;

/** Writes the source of a test file that makes recorded calls again, in order, and expects the same answers. */
export function testsFrom(recording: string, written: WrittenTests): string {
  const { app, runner = 'jest', globals = false, cwd } = written;
  const calls = recording
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed);
  const names = runner === 'node' ? 'assertFailsWith, assertOk, testClient' : 'testClient';
  const [first, last] = runner === 'node' ? ['before', 'after'] : ['beforeAll', 'afterAll'];
  return [
    (globals ? GLOBALS : IMPORTS)[runner],
    `import { ${names}, type TestClient } from 'toolwright/testing';`,
    `import app from ${JSON.stringify(app)};`,
    '',
    'let client: TestClient;',
    `${first}(async () => {`,
    `  client = await testClient(app, { args: ['--prefix', '']${cwd === undefined ? '' : `, cwd: ${JSON.stringify(cwd)}`} });`,
    '});',
    `${last}(() => client.close());`,
    ...calls.flatMap((call, index) => ['', ...testOf(call, index + 1, runner)]),
    '',
  ].join('\n');
}

function parsed(line: string, index: number): RecordedCall {
  try {
    return JSON.parse(line) as RecordedCall;
  } catch {
    throw new Error(
      `Line ${index + 1} of the recording is not JSON. Was it edited, or cut off while it was written?`,
    );
  }
}

function testOf(call: RecordedCall, number: number, runner: string): string[] {
  const { tool, args, background } = call;
  const made = `await client.call(${JSON.stringify(tool)}, ${JSON.stringify(args)})`;
  const title = `${number}. ${tool} ${call.error === undefined ? 'succeeds' : `fails with ${call.errorType ?? 'an error'}`}`;
  return [
    `test(${JSON.stringify(title)}, async () => {`,
    ...(made.includes(HIDDEN)
      ? [`  // Secrets are not recorded: ${HIDDEN} stands in their place. Write values for the test there.`]
      : []),
    `  const reply = ${background ? `await client.resultOf(${made})` : made};`,
    `  ${expectation(call, runner)}`,
    '});',
  ];
}

function expectation({ value, error, errorType }: RecordedCall, runner: string): string {
  const failure = error !== undefined;
  const expected = failure
    ? JSON.stringify(errorType ?? error)
    : value === undefined
      ? ''
      : JSON.stringify(value);
  if (runner !== 'node') return `expect(reply).${failure ? 'toFailWith' : 'toBeOk'}(${expected});`;
  return `${failure ? 'assertFailsWith' : 'assertOk'}(reply${expected && `, ${expected}`});`;
}
