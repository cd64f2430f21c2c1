import { toMessages } from '../../../src/registries/prompt-reply';
import { toContents } from '../../../src/registries/resource-contents';
import { Result } from '../../../src/result';

const circle: Record<string, unknown> = {};
circle['self'] = circle;

const lost: readonly (readonly [string, unknown, RegExp])[] = [
  ['a Map', new Map([['a', 1]]), /value is a Map: return Object\.fromEntries\(\)/],
  ['a Set inside', { tags: new Set(['a']) }, /value\.tags is a Set/],
  ['NaN in a list', [1, NaN], /value\[1\] is NaN/],
  ['a bigint', 10n, /value is a bigint/],
  ['a function', () => 1, /value is a function/],
  ['an object that holds itself', circle, /value\.self contains itself/],
  ['a Result with a Map', Result.ok({ by: new Map() }), /value\.by is a Map/],
  [
    'a failure with a Map',
    Result.failure('no', 'x', { errorData: { by: new Map() } }),
    /errorData\.by is a Map/,
  ],
];

describe.each([
  ['resource', (value: unknown) => toContents('note://a', value, undefined)],
  ['prompt', toMessages],
] as const)('what a %s returns', (part, convert) => {
  test.each(lost)('%s is refused with its path and the cure', (_name, value, reason) => {
    // A list of a prompt is its messages.
    if (part === 'prompt' && Array.isArray(value))
      return expect(() => convert({ value })).toThrow(/value\.value\[1\] is NaN/);
    expect(() => convert(value)).toThrow(new RegExp(`^The ${part} returned .*${reason.source}`));
  });

  test('an error that is returned is thrown', () => {
    expect(() => convert(new TypeError('no such shelf'))).toThrow(new TypeError('no such shelf'));
  });

  test('plain values are sent as JSON', () => {
    expect(JSON.stringify(convert({ a: [1, null, 'x'], at: new Date(0) }))).toContain(
      '1970-01-01T00:00:00.000Z',
    );
  });
});

test('bytes of every kind are a blob', () => {
  const bytes = new Uint8Array([1, 2, 3]);
  for (const value of [bytes, Buffer.from(bytes), bytes.buffer, new DataView(bytes.buffer)])
    expect(toContents('note://a', value, undefined)).toEqual([
      { uri: 'note://a', mimeType: 'application/octet-stream', blob: 'AQID' },
    ]);
});

test.each([
  ['data with a field called text', { id: 1, text: 'hi' }],
  [
    'a list of such data',
    [
      { id: 1, text: 'hi' },
      { id: 2, text: 'ho' },
    ],
  ],
  ['an empty list', []],
])('%s is JSON, with nothing left out', (_name, value) => {
  expect(toContents('note://a', value, 'application/json')).toEqual([
    { uri: 'note://a', mimeType: 'application/json', text: JSON.stringify(value) },
  ]);
});

test('contents of its own keep their address and type', () => {
  const own = [{ uri: 'note://b', text: 'hi', mimeType: 'text/markdown' }, { blob: 'AQ==' }];
  expect(toContents('note://a', own, undefined)).toEqual([own[0], { uri: 'note://a', blob: 'AQ==' }]);
});
