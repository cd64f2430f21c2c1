import { hideValues } from '../../../src/json/hide-values';

test.each([
  ['text', { password: 'hunter22' }, 'wrong: hunter22!', 'wrong: •••!'],
  ['text that occurs twice', { password: 'hunter22' }, 'hunter22, hunter22', '•••, •••'],
  ['a number', { password: 424242 }, 'wrong: 424242', 'wrong: •••'],
  ['in a list', { password: ['one1', 'two2'] }, 'one1 or two2', '••• or •••'],
  ['in an object', { password: { now: 'hunter22' } }, 'not hunter22', 'not •••'],
  ['further down', { nested: [{ password: 'hunter22' }] }, 'not hunter22', 'not •••'],
  ['inside JSON text', { nested: '{"password":"hunter22"}' }, 'not hunter22', 'not •••'],
  ['as part of a longer one', { password: ['key', 'key-long'] }, 'key-long and key', '••• and •••'],
  ['as JSON writes it', { password: 'a"b' }, String.raw`got {"word":"a\"b"}`, 'got {"word":"•••"}'],
  ['with what a pattern means', { password: '$&(.*)' }, 'not $&(.*)', 'not •••'],
])('a secret value is hidden: %s', (_, args, text, hidden) => {
  expect(hideValues(text, args, {}, { names: ['password'] })).toBe(hidden);
});

test('what is no secret stays, and empty and absent values hide nothing', () => {
  const args = { user: 'ada', password: '', pin: null, open: true };
  expect(hideValues('ada is true', args, {}, { names: ['password', 'pin', 'open'] })).toBe('ada is true');
  expect(hideValues('hunter22', { password: 'hunter22' }, {}, { names: [] })).toBe('hunter22');
});

test('where not everything can be looked at, the whole text is hidden', () => {
  const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
  expect(hideValues('some text', { deep }, {}, { names: ['password'] })).toBe('•••');
  const password = Array.from({ length: 1_000 }, (_, index) => `word${index}`);
  expect(hideValues('some text', { password }, {}, { names: ['password'] })).toBe('•••');
});
