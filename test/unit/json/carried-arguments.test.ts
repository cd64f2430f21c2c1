import { hideValues } from '../../../src/json/hide-values';
import { knownSecrets } from '../../../src/json/known-secrets';
import { withoutSecrets } from '../../../src/json/without-secrets';

const CARRIER = {
  type: 'object',
  properties: { name: { type: 'string' }, arguments: { type: 'object', additionalProperties: true } },
  additionalProperties: false,
} as const;
const secrets = knownSecrets([
  { tool: 'call_tool', schema: CARRIER, names: [] },
  { tool: 'echo', schema: { type: 'object', properties: { said: { type: 'string' } } }, names: [] },
  {
    tool: 'set_all',
    schema: {
      $defs: { secret: { type: 'string', writeOnly: true } },
      type: 'object',
      properties: { open: { type: 'string' } },
      additionalProperties: { $ref: '#/$defs/secret' },
    } as never,
    names: [],
  },
]);
const shown = (args: Record<string, unknown>): unknown => withoutSecrets(args, CARRIER, secrets);

test.each(['set_all', 'guide_set_all'])('what is carried to %s is hidden by its own schema', (name) => {
  const args = { open: 'door', any: 'hunter2' };
  expect(shown({ name, arguments: args })).toEqual({ name, arguments: { open: 'door', any: '•••' } });
  expect(shown({ name, arguments: JSON.stringify(args) })).toEqual({
    name,
    arguments: '{"open":"door","any":"•••"}',
  });
  expect(shown({ name, arguments: ['hunter2'] })).toEqual({ name, arguments: '•••' });
  expect(hideValues('no hunter2 here', { name, arguments: args }, CARRIER, secrets)).toBe('no ••• here');
});

test('what is carried to a tool without secrets is shown', () => {
  const args = { name: 'echo', arguments: { said: 'hello', any: 'thing' } };
  expect(shown(args)).toEqual(args);
});
