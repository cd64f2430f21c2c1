import { Script } from 'node:vm';
import { transformSync } from 'esbuild';
import { testsFrom, type RecordedCall } from '../../../src/testing';

const APP = { app: './app.js' };
const written = (...calls: RecordedCall[]) =>
  testsFrom(calls.map((call) => JSON.stringify(call)).join('\n'), APP);

const FAILURE = { tool: 'keep', args: {}, error: 'milk is "kept"', errorType: 'conflict' };

test('the message of a failure is expected word for word, besides its type', () => {
  expect(written(FAILURE)).toContain(
    '  expect(reply).toFailWith("conflict");\n  expect(reply.error).toBe("milk is \\"kept\\"");\n});',
  );
  expect(written({ tool: 'keep', args: {}, error: 'no' })).toContain(
    '  expect(reply).toFailWith();\n  expect(reply.error).toBe("no");',
  );
});

test("the same for Node's own runner, which imports what compares only if something failed", () => {
  const forNode = (call: RecordedCall) => testsFrom(JSON.stringify(call), { ...APP, runner: 'node' });
  expect(forNode(FAILURE)).toContain(
    '  assertFailsWith(reply, "conflict");\n  equal(reply.error, "milk is \\"kept\\"");\n});',
  );
  expect(forNode(FAILURE)).toContain("import { equal } from 'node:assert/strict';");
  expect(forNode({ tool: 'keep', args: {}, value: 1 })).not.toContain('node:assert');
});

describe('in JavaScript', () => {
  const calls = [
    FAILURE,
    {
      tool: 'keep',
      args: {},
      value: 1,
      asked: [{ message: 'Sure?', answer: { action: 'accept', content: {} } }],
    },
  ]
    .map((call) => JSON.stringify(call))
    .join('\n');
  const isScript = (source: string): unknown => new Script(source);

  test.each(['jest', 'node'] as const)(
    'as CommonJS for %s nothing is imported, and no type is named',
    (runner) => {
      const source = testsFrom(calls, { ...APP, runner, language: 'commonjs' });
      expect(() => isScript(source)).not.toThrow();
      expect(source).toContain(`= require('toolwright/testing');`);
      expect(source).toContain(
        'const loaded = require("./app.js");\n\nconst app = loaded.default ?? loaded;',
      );
    },
  );

  test.each(['jest', 'vitest', 'node'] as const)('as an ES module for %s, no type is named', (runner) => {
    const source = testsFrom(calls, { ...APP, runner, language: 'module' });
    const { code } = transformSync(source, { loader: 'js', format: 'cjs' });
    expect(() => isScript(code)).not.toThrow();
    expect(source).toContain('import app from "./app.js";');
  });

  test('vitest, which makes a module of any test, gets imports in CommonJS too; globals are not imported', () => {
    expect(testsFrom(calls, { ...APP, runner: 'vitest', language: 'commonjs' })).toContain("from 'vitest';");
    const alone = testsFrom(calls, { ...APP, runner: 'jest', language: 'commonjs', globals: true });
    expect(alone).not.toContain('jest');
    expect(() => isScript(alone)).not.toThrow();
  });
});

const refused = (path: string, cwd: string) => ({
  tool: 'read_file',
  args: { path },
  error: `Access denied: ${path} is outside the allowed paths: ${cwd}`,
  errorType: 'denied',
});

test.each([
  '/work/newcomer/recipes',
  '/home/an author/my recipes',
  '/a/b, /c/d e',
  String.raw`C:\Users\an author\x`,
])('a refusal by the policy is expected in any directory, not only in %s', (cwd) => {
  const source = written(refused('/etc/passwd', cwd));
  expect(source).toContain('toFailWith("denied");');
  expect(source).toContain(
    String.raw`expect(reply.error).toMatch(/^Access denied: \/etc\/passwd is outside the allowed paths: .+$/s);`,
  );
});

test.each([
  ["no such file, open '/work/my notes/a.txt'", "^no such file, open '.+'$"],
  ['/work/secret.txt is denied.', '^.+ is denied\\.$'],
  ['at file:///work/a b/c.js:3:2', '^at .+:3:2$'],
  ['D:\\work\\a.txt is a directory', '^.+ is a directory$'],
  ['two\nlines (/work/x)', '^two\\nlines \\(.+\\)$'],
])('of the message %j everything but the path is expected', (error, pattern) => {
  const [, source] = /toMatch\(\/(.*)\/s\)/.exec(written({ tool: 'keep', args: { path: 'x' }, error })) ?? [];
  expect(source).toBe(pattern);
  expect(error).toMatch(new RegExp(source!, 's'));
});

test.each([
  'see https://example.com/a/b',
  'this and/or that',
  'half of 1 / 2',
  './a/b is gone',
  '~/x is gone',
])('a message without an absolute path is expected word for word: %s', (error) => {
  expect(written({ tool: 'keep', args: {}, error })).toContain(`toBe(${JSON.stringify(error)})`);
});

test("with Node's own runner, what is expected of such a message is imported", () => {
  const source = testsFrom(JSON.stringify(refused('/etc/passwd', '/work')), { ...APP, runner: 'node' });
  expect(source).toContain("import { match } from 'node:assert/strict';");
  expect(source).toContain("  match(reply.error ?? '', /^Access denied: ");
  const both = [refused('/etc/passwd', '/work'), FAILURE].map((call) => JSON.stringify(call)).join('\n');
  expect(testsFrom(both, { ...APP, runner: 'node' })).toContain(
    "import { equal, match } from 'node:assert/strict';",
  );
});

test('a call with a secret is skipped until somebody writes one', () => {
  const source = written({ tool: 'sign_in', args: { password: '•••' }, error: 'wrong', errorType: 'denied' });
  expect(source).toMatch(
    /test\.skip\("1\. sign_in fails with denied", async [^]*Secrets are not recorded[^]*remove `\.skip`/,
  );
  expect(source).toContain('await client.call("sign_in", {"password":"•••"})');
});

test('a value that was hidden because nobody knows the argument is not missed', () => {
  const error = 'Invalid arguments for keep: nam is not a known argument';
  const call = { tool: 'keep', args: { nam: '•••' }, error, errorType: 'validation_error' };
  expect(written(call)).not.toContain('test.skip');
  expect(written({ ...call, args: { ...call.args, key: '•••' } })).toContain('test.skip');
  expect(written({ ...call, errorType: 'other' })).toContain('test.skip');
});

test('nor is one that was hidden inside an object or a list', () => {
  const args = { owner: { emial: '•••' }, lines: [{ text: 'a' }, { txet: '•••' }] };
  const error =
    'Invalid arguments for keep: owner.emial is not a known argument; lines[1].txet is not a known argument';
  const call = { tool: 'keep', args, error, errorType: 'validation_error' };
  expect(written(call)).not.toContain('test.skip');
  expect(written({ ...call, args: { ...args, owner: { mial: '•••' } } })).toContain('test.skip');
  expect(written({ ...call, args: { ...args, lines: [{ txet: '•••' }] } })).toContain('test.skip');
});

test.each([
  ['await', { id: 'op_abcdef' }, 'op_abcdef build: Completed after 3 ms'],
  ['status', {}, '{"id":"op_abcdef","state":"Completed"}'],
  ['cancel', { operation_id: 'op_abcdef' }, 'Cancelled.'],
  ['read_result', { handle: 'q3jYtNOm9hZcXk2v7w1fUg' }, 'the rest'],
])('a call of %s with an id that holds for one run is left out, and says so', (tool, args, value) => {
  const source = written({ tool, args, value });
  expect(source).toMatch(
    new RegExp(`test\\.skip\\("1\\. ${tool} succeeds", \\(\\) => \\{\n {2}// Left out: `),
  );
  expect(source).not.toContain('client.call');
});

test("an author's own tool of such a name is tested like any other", () => {
  expect(written({ tool: 'status', args: {}, value: 'open' })).toContain('expect(reply).toBeOk("open");');
});

test.each([
  ['The call was cancelled', 'cancelled', 'the call was cancelled'],
  ['The call was cancelled: the server is ending', 'cancelled', 'the call was cancelled'],
  ['Tool execution timed out after 0.5s', 'timeout', 'longer than its time limit'],
])('a call of an earlier recording that ended with %j is left out, and says so', (error, errorType, why) => {
  const source = written({ tool: 'build', args: {}, error, errorType });
  expect(source).toContain(why);
  expect(source).not.toContain('client.call(');
});

test.each([
  ['The user cancelled it', 'cancelled'],
  ['The mail server timed out after 3s', 'timeout'],
])("a failure of an author's own of such a type is tested: %s", (error, errorType) => {
  expect(written({ tool: 'build', args: {}, error, errorType })).toContain(`toBe("${error}")`);
});

test('the test of a call that took long gets more time than jest and vitest give by themselves', () => {
  const call = { tool: 'build', args: {}, value: 1, seconds: 8 };
  expect(written(call)).toMatch(/\n\}, 40000\);\n$/);
  expect(testsFrom(JSON.stringify(call), { ...APP, runner: 'node' })).not.toContain('40000');
  expect(written({ tool: 'build', args: {}, value: 1 })).not.toContain('}, ');
});

test.each([
  '{}',
  '{"tool":""}',
  '{"tool":"a"}',
  '{"tool":"a","args":[]}',
  '{"tool":"a","args":{},"because":"rain"}',
  '{"tool":"a","args":{},"seconds":"8"}',
  'null',
  '3',
])('a line that is no call is refused: %s', (line) => {
  expect(() => testsFrom(`{"tool":"a","args":{}}\n\n${line}\n`, APP)).toThrow(
    /^Line 3 of the recording is no recorded call: it needs a `tool`/,
  );
});

test.each(['', ' \n\n'])('a recording without calls is refused', (recording) => {
  expect(() => testsFrom(recording, APP)).toThrow(/^The recording has no calls/);
});
