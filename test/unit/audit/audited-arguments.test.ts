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
const SECRETS = { names: () => ['password', 'pin', 'open'] };
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
  expect(audited(args, 40, { names: () => [] })).toEqual(args);
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
