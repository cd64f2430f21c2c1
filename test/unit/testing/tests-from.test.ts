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

test.each(['{}', '{"tool":""}', '{"tool":"a"}', '{"tool":"a","args":[]}', 'null', '3'])(
  'a line that is no call is refused: %s',
  (line) => {
    expect(() => testsFrom(`{"tool":"a","args":{}}\n\n${line}\n`, APP)).toThrow(
      /^Line 3 of the recording is no recorded call: it needs a `tool`/,
    );
  },
);

test.each(['', ' \n\n'])('a recording without calls is refused', (recording) => {
  expect(() => testsFrom(recording, APP)).toThrow(/^The recording has no calls/);
});
