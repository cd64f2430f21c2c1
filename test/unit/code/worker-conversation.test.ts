import fc from 'fast-check';
import { MessageChannel } from 'node:worker_threads';
import { Conversation } from '../../../src/code/worker-conversation';
import { DEFAULT_CODE_LIMITS, type CodeLimits } from '../../../src/code/code-limits';
import type { ProgramReport } from '../../../src/code/program-report';

const LIMITS: CodeLimits = {
  ...DEFAULT_CODE_LIMITS,
  calls: 3,
  sentCharacters: 50,
  printedCharacters: 50,
  resultCharacters: 50,
};
const END = { type: 'done', value: '"the end"' };

// What a worker could post, over a real port, and how the host ended the run.
async function talk(
  messages: readonly unknown[],
): Promise<{ report: ProgramReport; calls: unknown[]; printed: string[] }> {
  const { port1, port2 } = new MessageChannel();
  const calls: unknown[] = [];
  const printed: string[] = [];
  const { report } = new Conversation(
    port1,
    {
      call: async (target, args) => {
        calls.push([target, args]);
        return { ok: true, value: 1 };
      },
      print: (_level, text) => void printed.push(text),
    },
    LIMITS,
  );
  for (const message of [...messages, END]) port2.postMessage(message);
  try {
    return { report: await report, calls, printed };
  } finally {
    port2.close();
  }
}

const text = fc.oneof(fc.string(), fc.constantFrom('[]', '{', 'tools.echo', 'x'.repeat(2_000)));
const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(undefined, NaN, -1, 1n, new Date(0), new Map(), [undefined], new Uint8Array(3)),
);
const call = fc.record(
  { id: fc.oneof(fc.integer(), junk), target: fc.oneof(text, junk), json: fc.oneof(text, junk) },
  { requiredKeys: [] },
);
const message = fc.oneof(
  junk,
  fc.record(
    { type: fc.constant('calls'), calls: fc.oneof(fc.array(call), junk) },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    { type: fc.constant('print'), level: fc.oneof(text, junk), text: fc.oneof(text, junk) },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('done'),
      value: fc.oneof(text, junk),
      format: fc.oneof(text, junk),
      sanitize: fc.oneof(fc.boolean(), junk),
      error: fc.oneof(fc.record({ name: text, message: text, stack: fc.oneof(text, junk) }), junk),
    },
    { requiredKeys: ['type'] },
  ),
);

test('whatever a worker sends, the run ends with a report of the right shape and within its limits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 6 }), async (messages) => {
      const { report, calls, printed } = await talk(messages);
      expect(calls.length).toBeLessThanOrEqual(LIMITS.calls);
      expect(printed.join('').length).toBeLessThanOrEqual(LIMITS.printedCharacters + 100);
      for (const key of ['value', 'format'] as const)
        expect(['string', 'undefined']).toContain(typeof report[key]);
      if (report.value !== undefined) expect(() => JSON.parse(report.value!) as unknown).not.toThrow();
      if (report.error)
        expect(Object.values(report.error).map((each) => typeof each)).toEqual([
          'string',
          'string',
          'string',
        ]);
    }),
    { numRuns: 500 },
  );
});

test('what a worker may say is obeyed', async () => {
  const { report, calls, printed } = await talk([
    { type: 'print', level: 'log', text: 'hello' },
    { type: 'calls', calls: [{ id: 1, target: 'tools.echo', json: '[{"a":1}]' }] },
  ]);
  expect(report).toEqual({ value: '"the end"' });
  expect(calls).toEqual([['tools.echo', [{ a: 1 }]]]);
  expect(printed).toEqual(['hello']);
});

const three = [1, 2, 3].map((id) => ({ id, target: 'tools.echo', json: '[]' }));
test.each([
  ['an unexpected message', { type: 'settle' }],
  ['an unexpected message', { type: 'calls', calls: 7 }],
  ['an unexpected message', { type: 'done', value: '{' }],
  ['an unexpected message', { type: 'done', error: { name: 'x' } }],
  ['too many calls', { type: 'calls', calls: [...three, { id: 4, target: 'tools.echo', json: '[]' }] }],
  ['a call twice', { type: 'calls', calls: [...three.slice(0, 1), ...three.slice(0, 1)] }],
  ['too many arguments', { type: 'calls', calls: [{ id: 1, target: 'tools.echo', json: ' '.repeat(51) }] }],
  ['too much output', { type: 'print', level: 'log', text: 'x'.repeat(200) }],
  ['too large a result', { type: 'done', value: `"${'x'.repeat(60)}"` }],
])('%s ends the run', async (what, message) => {
  const { report, calls } = await talk([message]);
  expect(report.error).toEqual({
    name: 'EngineError',
    message: `the engine sent ${what}, so the run was ended`,
    stack: '',
  });
  expect(calls).toEqual([]);
});
