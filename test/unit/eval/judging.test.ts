import { anthropicApi } from '../../../src/eval/anthropic-api';
import type { Candidate } from '../../../src/eval/candidate';
import type { ModelReply } from '../../../src/eval/conversation';
import { differenceOf, rateOf } from '../../../src/eval/interval';
import { judgeReplies } from '../../../src/eval/judge';
import { openaiApi } from '../../../src/eval/openai-api';
import { missingPart } from '../../../src/eval/partial-match';
import { retrievalOf } from '../../../src/eval/retrieval';
import type { EvalTask } from '../../../src/eval/task';

const note = {
  name: 'x_add_note',
  bare: 'add_note',
  description: 'Add a note.',
  inputSchema: {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
  },
} as const;
const other = { ...note, name: 'x_delete_note', bare: 'delete_note', description: 'Delete a note for ever.' };
const candidate: Candidate = { label: 'notes', tools: [note, other] };
const task = (given: Partial<EvalTask>): EvalTask => ({
  id: 't',
  ask: 'a',
  expect: ['add_note'],
  forbid: [],
  ...given,
});
const reply = (...calls: [string, Record<string, unknown> | undefined][]): ModelReply => ({
  calls: calls.map(([name, args]) => ({ id: '1', name, args, ...(!args && { malformed: '{"name": ' }) })),
  text: '',
  refused: false,
  usage: { input: 1, output: 1 },
  message: null,
});
const milk = { name: 'milk' };

test.each<[string, Partial<EvalTask>, ModelReply, string]>([
  ['right', {}, reply(['x_add_note', milk]), 'right'],
  ['right by either name', { expect: ['x_add_note'] }, reply(['x_add_note', milk]), 'right'],
  ['one of several', { expect: ['delete_note', 'add_note'] }, reply(['x_add_note', milk]), 'right'],
  ['arguments within more', { arguments: milk }, reply(['x_add_note', { ...milk, tags: [] }]), 'right'],
  ['another value', { arguments: milk }, reply(['x_add_note', { name: 'tea' }]), 'wrong_arguments'],
  [
    'a schema that fits',
    { argumentsSchema: { properties: { name: { pattern: '^mi' } } } },
    reply(['x_add_note', milk]),
    'right',
  ],
  [
    'a schema that does not',
    { argumentsSchema: { properties: { name: { pattern: '^te' } } } },
    reply(['x_add_note', milk]),
    'wrong_arguments',
  ],
  ['invalid for the tool', {}, reply(['x_add_note', {}]), 'invalid_arguments'],
  ['an unknown argument', {}, reply(['x_add_note', { ...milk, more: 1 }]), 'invalid_arguments'],
  ['no JSON', {}, reply(['x_add_note', undefined]), 'malformed'],
  ['another tool', {}, reply(['x_delete_note', milk]), 'wrong_tool'],
  ['a tool that is none', {}, reply(['x_make_tea', milk]), 'unknown_tool'],
  ['the first call counts', {}, reply(['x_delete_note', milk], ['x_add_note', milk]), 'wrong_tool'],
  [
    'a forbidden one besides',
    { forbid: ['delete_note'] },
    reply(['x_add_note', milk], ['x_delete_note', milk]),
    'forbidden_tool',
  ],
  ['no call', {}, reply(), 'no_call'],
  ['no call, as expected', { expect: [] }, reply(), 'right'],
  ['a call that was not wanted', { expect: [] }, reply(['x_add_note', milk]), 'unwanted_call'],
  ['declined', {}, { ...reply(), refused: true }, 'refused'],
])('a run is judged: %s', (_, given, said, verdict) => {
  expect(judgeReplies(task(given), candidate, [said]).verdict).toBe(verdict);
});

test('where the tools were run, any call of the model may be the right one', () => {
  const replies = [reply(['x_delete_note', milk]), reply(['x_add_note', milk]), reply()];
  expect(judgeReplies(task({}), candidate, replies).verdict).toBe('right');
  expect(judgeReplies(task({ forbid: ['delete_note'] }), candidate, replies).verdict).toBe('forbidden_tool');
});

test.each<[unknown, unknown, string | undefined]>([
  [{ a: 1, b: 2 }, { a: 1 }, undefined],
  [{ a: { b: [1, { c: 2, d: 3 }] } }, { a: { b: [1, { c: 2 }] } }, undefined],
  [{ a: { b: [1, { c: 3 }] } }, { a: { b: [1, { c: 2 }] } }, 'a.b[1].c'],
  [{ a: [1, 2] }, { a: [1] }, 'a'],
  [{ a: '1' }, { a: 1 }, 'a'],
  [{}, { constructor: 1 }, 'constructor'],
  [{ a: null }, { a: null }, undefined],
])('%j contains %j but for %s', (value, wanted, missing) => {
  expect(missingPart(value, wanted)).toBe(missing);
});

// By hand from Wilson's formula, and from tables of Newcombe's method 10 (56/70 against 48/80).
test('intervals are those of the formulas', () => {
  expect(rateOf(8, 10)).toEqual({ right: 8, of: 10, rate: 0.8, low: 0.4902, high: 0.9433 });
  expect(rateOf(0, 10)).toMatchObject({ rate: 0, low: 0, high: 0.2775 });
  expect(rateOf(10, 10)).toMatchObject({ rate: 1, low: 0.7225, high: 1 });
  expect(rateOf(0, 0)).toEqual({ right: 0, of: 0, rate: null, low: 0, high: 1 });
  const { difference, low, high } = differenceOf(rateOf(48, 80), rateOf(56, 70))!;
  expect(difference).toBeCloseTo(0.2, 4);
  expect(low).toBeCloseTo(0.0524, 3);
  expect(high).toBeCloseTo(0.3339, 3);
  expect(differenceOf(rateOf(0, 0), rateOf(1, 1))).toBeUndefined();
});

test('odd answers of either API are read without harm', () => {
  for (const api of [anthropicApi, openaiApi])
    for (const body of [
      undefined,
      null,
      'text',
      [],
      {},
      { choices: [] },
      { choices: [{}] },
      { content: 'x' },
    ])
      expect(api.reply(body)).toBeUndefined();
  expect(
    anthropicApi.reply({ content: [null, 3, { type: 'tool_use', name: 'a', input: 'text' }] })?.calls,
  ).toEqual([{ id: '', name: 'a', args: undefined, malformed: '"text"' }]);
  const said = (args: unknown) =>
    openaiApi.reply({
      choices: [{ message: { tool_calls: [{ id: 'c', function: { name: 'a', arguments: args } }] } }],
    })!.calls[0];
  expect(said('')).toEqual({ id: 'c', name: 'a', args: {} });
  expect(said({ b: 1 })).toEqual({ id: 'c', name: 'a', args: { b: 1 } });
  expect(said('[1]')).toEqual({ id: 'c', name: 'a', args: undefined, malformed: '[1]' });
});

test('the search finds tools by the words of tasks, and says what it found in their place', () => {
  const asked = [
    task({ id: 'add', ask: 'please add a note' }),
    task({ id: 'gone', ask: 'delete it for ever' }),
    task({ id: 'lost', ask: 'qqq zzz' }),
    task({ id: 'none', ask: 'add', expect: [] }),
  ];
  const report = retrievalOf(candidate, asked);
  expect(report.tasks.map(({ id, place }) => [id, place])).toEqual([
    ['add', 1],
    ['gone', null],
    ['lost', null],
  ]);
  expect(report.first).toMatchObject({ right: 1, of: 3 });
  expect(report.meanReciprocalRank).toBe(0.3333);
  expect(report.confusions).toEqual([{ expected: 'add_note', picked: 'delete_note', times: 1 }]);
});
