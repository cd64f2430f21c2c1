import { findKey } from '../../../../src/mtdf/livelog/livelog-api-key';

const env = { LOG_KEY: ' sk-1\n', EMPTY: '', ODD: 'sk-1\nsk-2' };

test.each([
  [undefined, undefined],
  ['', undefined],
  ['sk-0', 'sk-0'],
  ['${LOG_KEY}', 'sk-1'],
])('%j is the key %j', (written, key) => expect(findKey(written, env)).toEqual({ ok: true, key }));

test.each([
  ['${NONE}', 'variable NONE, which its api_key refers to, is not set'],
  ['${EMPTY}', 'variable EMPTY, which its api_key refers to, is not set'],
  ['${ODD}', 'variable ODD contains spaces, line breaks or other characters'],
  ['sk 2', 'api_key contains spaces'],
])('%j is reported without the key itself', (written, words) => {
  const found = findKey(written, env);
  expect(found).toEqual({ ok: false, error: expect.stringContaining(words) });
  expect(JSON.stringify(found)).not.toMatch(/sk[- ]\d/);
});
