import { auditedArguments } from '../../../src/audit/audited-arguments';
import { defineTool } from '../../../src/index';
import { ToolRegistry } from '../../../src/registries/tool-registry';

const properties = {
  password: {},
  pin: {},
  open: {},
  items: { type: 'array', items: {} },
  nested: {},
  text: {},
};
const registry = new ToolRegistry([
  defineTool({
    name: 'login',
    description: 'Logs in.',
    inputSchema: { type: 'object', properties } as never,
    run: () => 'in',
  }),
]);
const SECRETS = { names: ['password', 'pin', 'open'] };
const audited = (args: Record<string, unknown>, longest = 40, secrets = SECRETS) =>
  auditedArguments(args, registry.get('login'), secrets, longest);

test.each([
  ['text', { password: 'hunter22' }],
  ['a number', { pin: 424242 }],
  ['a truth value', { open: true }],
  ['null', { password: null }],
  ['a list', { password: ['hunter22'] }],
  ['an object', { password: { now: 'hunter22' } }],
])('a secret that is %s is hidden', (_, args) => {
  const [name] = Object.keys(args);
  expect(audited(args)).toEqual({ [name!]: '•••' });
});

test('secrets are hidden in lists and objects, in lists of those, and in JSON text within them', () => {
  const args = {
    items: [{ password: 'hunter22', user: 'ada' }, [{ pin: 424242 }], '{"password":"hunter22"}', 'plain'],
    nested: {
      a: { b: [{ c: { password: ['hunter22'] } }] },
      text: '[{"pin":424242}]',
      open: false,
      left: null,
    },
  };
  const shown = audited(args);
  expect(shown).toEqual({
    items: [{ password: '•••', user: 'ada' }, [{ pin: '•••' }], '{"password":"•••"}', 'plain'],
    nested: { a: { b: [{ c: { password: '•••' } }] }, text: '[{"pin":"•••"}]', open: '•••', left: null },
  });
  expect(JSON.stringify(shown)).not.toMatch(/hunter22|424242/);
});

test('a secret far down is hidden even where its surroundings are shortened', () => {
  let value: unknown = { password: 'hunter22' };
  for (let depth = 0; depth < 60; depth++) value = depth % 2 ? [value] : { inner: value };
  expect(JSON.stringify(audited({ nested: value }, 10_000))).not.toContain('hunter22');
});

test('what is no secret is kept as it is, whatever its type, where no tool has secrets too', () => {
  const args = { text: 'hello', items: [1, true, null, 'x'], nested: { a: null } };
  expect(audited(args)).toEqual(args);
  expect(audited(args, 40, { names: [] as string[] })).toEqual(args);
});

test('a text of exactly the longest length is kept; one character more is shortened', () => {
  expect(audited({ text: 'x'.repeat(40) })).toEqual({ text: 'x'.repeat(40) });
  expect(audited({ text: 'x'.repeat(41) })).toMatchObject({
    text: { begins: 'x'.repeat(40), characters: 41 },
  });
});

test('what is deeper than eight levels is kept as text', () => {
  let value: unknown = 'end';
  for (let depth = 0; depth < 12; depth++) value = [value];
  expect(JSON.stringify(audited({ nested: value }))).toMatch(/"begins":"\[\[\[\[/);
});

describe('whatever a caller sends, what is recorded is plain JSON of a bounded size', () => {
  const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const throwing = {
    toJSON: () => {
      throw new Error('no');
    },
  };
  const within = (value: unknown): unknown => [[[[[[[[[value]]]]]]]]];
  const shared = (levels: number): unknown => {
    let value: unknown = 'x';
    for (let level = 0; level < levels; level++) value = [value, value, value, value, value, value, value];
    return value;
  };

  test.each([
    ['lists too deep for JSON', { nested: nested(200_000) }],
    ['a name of megabytes', { ['n'.repeat(3_000_000)]: 1 }],
    ['a name of megabytes further down', { nested: { ['n'.repeat(3_000_000)]: 1 } }],
    [
      'many names',
      Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`${n}${'n'.repeat(50)}`, n])),
    ],
    [
      'many texts that are each short enough',
      { items: Array.from({ length: 50 }, () => 'x'.repeat(100_000)) },
    ],
    ['one value within many others', { nested: shared(7) }],
    ['control characters', { text: '\u0000'.repeat(100_000) }],
    ['what contains itself', { nested: cyclic }],
    ['a bigint', { nested: 10n ** 20n }],
    ['a bigint far down', { nested: within(1n) }],
    ['an object that refuses to be JSON', { nested: throwing }],
    ['one far down', { nested: within(throwing) }],
    ['an object that is no JSON far down', { nested: within({ toJSON: () => undefined }) }],
    ['a function and a symbol', { nested: [() => 1, Symbol('s')], text: Symbol('s') }],
  ])('%s', (_, args) => {
    for (const secrets of [SECRETS, { names: [] as string[] }])
      expect(Buffer.byteLength(JSON.stringify(audited(args, 100_000, secrets)))).toBeLessThan(1_000_000);
  });

  test('a text of the longest length that can be set is kept whole', () => {
    expect(audited({ text: 'x'.repeat(100_000) }, 100_000)).toEqual({ text: 'x'.repeat(100_000) });
  });

  test('arguments beyond the number that is kept are counted', () => {
    const args = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}`, n]));
    expect(audited(args)['…']).toBe('10 more');
  });

  test('of arguments that are too large together the beginning is kept', () => {
    const args = {
      items: Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => 'x'.repeat(90))),
    };
    expect(audited(args, 90)).toEqual({
      '…': { begins: expect.stringMatching(/^\{"items":/), more_than: 150_000 },
    });
  });
});
