import { referredTo } from '../../../src/json/local-reference';
import { secretProperties } from '../../../src/json/secret-properties';
import { withoutSecrets } from '../../../src/json/without-secrets';

const secret = { type: 'string', writeOnly: true } as const;

// Every way to write a reference that a validator follows, and the schema that it leads to `secret` in.
const REFERRING: readonly (readonly [reference: string, definitions: Record<string, unknown>])[] = [
  ['#/$defs/token', { token: secret }],
  ['#/$defs/a~1b', { 'a/b': secret }],
  ['#/$defs/a~0b', { 'a~b': secret }],
  ['#/$defs/%24k%20', { '$k ': secret }],
  ['#/$defs/100%', { '100%': secret }],
  ['#/$defs/list/prefixItems/1', { list: { prefixItems: [{}, secret] } }],
  ['#token', { other: { $anchor: 'token', ...secret } }],
  ['token.json', { other: { $id: 'token.json', ...secret } }],
  ['https://example.org/token.json', { other: { $id: 'token.json', ...secret } }],
  ['token.json', { other: { $id: 'https://example.org/token.json', ...secret } }],
  ['box.json#/$defs/token', { box: { $id: 'box.json', $defs: { token: secret } } }],
  ['box.json#token', { box: { $id: 'box.json', $defs: { x: { $anchor: 'token', ...secret } } } }],
];

test.each(REFERRING)('%s is followed, and the secret behind it hidden', (reference, $defs) => {
  const schema = { type: 'object' as const, properties: { held: { $ref: reference } }, $defs };
  expect(referredTo(reference, schema)).toMatchObject(secret);
  expect(secretProperties(schema)).toEqual(['held']);
  expect(withoutSecrets({ held: 'hunter2' }, schema, { names: [] })).toEqual({ held: '•••' });
});

test('a dynamic reference is one too', () => {
  const schema = {
    type: 'object' as const,
    properties: { held: { $dynamicRef: '#token' } },
    $defs: { other: { $dynamicAnchor: 'token', ...secret } },
  };
  expect(withoutSecrets({ held: 'hunter2' }, schema, { names: [] })).toEqual({ held: '•••' });
});

test.each(['#/$defs/none', '#none', 'none.json', '#/$defs/constructor', '#/$defs/%', 7, undefined])(
  '%p leads nowhere',
  (reference) => {
    expect(referredTo(reference, { $defs: { token: secret } })).toBeUndefined();
  },
);

test('the whole schema is what # refers to, circles included', () => {
  const schema: Record<string, unknown> = { type: 'object' };
  schema['properties'] = { inner: { $ref: '#' }, itself: schema };
  expect(referredTo('#', schema)).toBe(schema);
  expect(referredTo('#none', schema)).toBeUndefined();
});
