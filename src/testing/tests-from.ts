import { parseRecording } from './parse-recording';
import type { RecordedCall } from './record-calls';
import { whyUnrepeatable } from './why-unrepeatable';

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

/**
 * Writes the source of a test file that makes recorded calls again, in order, and expects the same answers. A call that can't be made
 * again as it was, because of a secret or an id, becomes a test that is skipped and says why.
 */
export function testsFrom(recording: string, written: WrittenTests): string {
  const { app, runner = 'jest', globals = false, cwd } = written;
  const calls = parseRecording(recording);
  const names = runner === 'node' ? 'assertFailsWith, assertOk, testClient' : 'testClient';
  const [first, last] = runner === 'node' ? ['before', 'after'] : ['beforeAll', 'afterAll'];
  return [
    (globals ? GLOBALS : IMPORTS)[runner],
    ...(runner === 'node' && calls.some(isFailure) ? ["import { equal } from 'node:assert/strict';"] : []),
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

function testOf(call: RecordedCall, number: number, runner: string): string[] {
  const { tool, args, background } = call;
  const made = `await client.call(${JSON.stringify(tool)}, ${JSON.stringify(args)})`;
  const title = `${number}. ${tool} ${isFailure(call) ? `fails with ${call.errorType ?? 'an error'}` : 'succeeds'}`;
  const unrepeatable = whyUnrepeatable(call);
  const comment = unrepeatable ? [`  // ${unrepeatable.reason}`] : [];
  if (unrepeatable?.curable === false)
    return [`test.skip(${JSON.stringify(title)}, () => {`, ...comment, '});'];
  return [
    `test${unrepeatable ? '.skip' : ''}(${JSON.stringify(title)}, async () => {`,
    ...comment,
    `  const reply = ${background ? `await client.resultOf(${made})` : made};`,
    ...expectations(call, runner).map((line) => `  ${line}`),
    '});',
  ];
}

function isFailure({ error }: RecordedCall): boolean {
  return error !== undefined;
}

function expectations(call: RecordedCall, runner: string): string[] {
  const [type, value, error] = [call.errorType, call.value, call.error].map((each) => JSON.stringify(each));
  if (runner !== 'node')
    return error === undefined
      ? [`expect(reply).toBeOk(${value ?? ''});`]
      : [`expect(reply).toFailWith(${type ?? ''});`, `expect(reply.error).toBe(${error});`];
  const further = (text: string | undefined): string => (text === undefined ? '' : `, ${text}`);
  return error === undefined
    ? [`assertOk(reply${further(value)});`]
    : [`assertFailsWith(reply${further(type)});`, `equal(reply.error, ${error});`];
}
