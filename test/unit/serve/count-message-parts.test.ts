import fc from 'fast-check';
import { isObject } from '../../../src/base/json-value';
import { countParts, MOST_PARTS } from '../../../src/serve/count-message-parts';
import { readMessage } from '../../../src/serve/json-rpc';

test.each([
  ['{}', 2, undefined],
  ['{"id":1}', 3, '1'],
  ['{"a":[1,{"id":2}],"id": "x,}\\"" ,"b":[]}', 15, '"x,}\\""'],
  ['{"params":{"id":7},"method":"id"}', 8, undefined],
  ['{"a":"\\\\","id":3}', 5, '3'],
  ['{"a":"never ends', 2, undefined],
  ['', 0, undefined],
])('%s', (text, parts, id) => {
  expect(countParts(text)).toEqual({ parts, id });
});

const partsOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0;
  const inner = Object.values(value);
  const names = isObject(value) ? inner.length : 0;
  return (
    2 + names + Math.max(0, inner.length - 1) + inner.reduce<number>((sum, one) => sum + partsOf(one), 0)
  );
};

test('whatever a message holds, its parts are counted and its id is found', () => {
  const id = fc.oneof(fc.integer(), fc.string());
  fc.assert(
    fc.property(id, fc.jsonValue(), fc.jsonValue(), fc.constantFrom(0, 2), (id, before, after, space) => {
      const message = { before, id, after };
      const counted = countParts(JSON.stringify(message, undefined, space));
      expect(counted.parts).toBe(partsOf(message));
      expect(JSON.parse(counted.id!)).toEqual(id);
    }),
  );
});

describe('a message with too many parts', () => {
  const many = (count: number, id: string) =>
    `{"jsonrpc":"2.0","method":"tools/call","params":{"list":[${'1,'.repeat(count)}1]}${id}}`;
  const refusal = (id: unknown) => ({
    error: {
      jsonrpc: '2.0',
      id,
      error: { code: -32600, message: expect.stringContaining('over the limit of 500000') },
    },
  });

  test.each([
    [',"id":7', 7],
    [',"id":"seven"', 'seven'],
    [',"id":{"a":1}', null],
    [`,"id":"${'x'.repeat(2_000)}"`, null],
    ['', null],
  ])('is answered with its id, unparsed (%s)', (written, id) => {
    expect(readMessage(many(MOST_PARTS, written))).toEqual(refusal(id));
  });

  test('one at the limit is read, and so is a long text', () => {
    expect(readMessage(many(MOST_PARTS - 20, ',"id":1'))).toHaveProperty('message.id', 1);
    const text = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'ping',
      params: { text: ',:[{"'.repeat(200_000) },
    });
    expect(readMessage(text)).toHaveProperty('message.id', 1);
  });
});
