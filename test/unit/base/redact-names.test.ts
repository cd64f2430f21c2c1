import { redactNames } from '../../../src/base/redact-names';

const told = (args: unknown, names = ['password', 'api_key']): string =>
  JSON.stringify(redactNames(args, names));

test('hides the value under a secret name, at any depth, and nothing else', () => {
  const args = { user: 'ada', password: 'hunter2', inner: [{ api_key: { part: 'hunter2' } }], empty: null };
  expect(redactNames(args, ['password', 'api_key'])).toEqual({
    user: 'ada',
    password: '•••',
    inner: [{ api_key: '•••' }],
    empty: null,
  });
  expect(args.password).toBe('hunter2');
});

test('hides it inside JSON text too, however it is wrapped or escaped', () => {
  const inner = JSON.stringify({ password: 'hunter2', user: 'ada' });
  expect(told({ body: inner })).not.toContain('hunter2');
  expect(told({ body: inner })).toContain('ada');
  expect(told({ body: JSON.stringify(inner) })).not.toContain('hunter2');
  expect(told({ body: '{"pass\\u0077ord":"hunter2"}' })).not.toContain('hunter2');
  expect(told('{"password":"hunter2"')).not.toContain('hunter2');
});

test('leaves ordinary text alone and survives any shape', () => {
  expect(redactNames({ note: 'my password is long', code: '{ a: 1 }' }, ['password'])).toEqual({
    note: 'my password is long',
    code: '{ a: 1 }',
  });
  let deep: unknown = { password: 'hunter2' };
  for (let i = 0; i < 10_000; i++) deep = { deep };
  expect(told(deep)).not.toContain('hunter2');
  expect(redactNames(undefined, ['x'])).toBeUndefined();
});

test('without secrets the arguments are handed through as they are', () => {
  const args = { a: 1 };
  expect(redactNames(args, [])).toBe(args);
});
