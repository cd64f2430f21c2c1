import { AuthorError } from '../../../src/errors';
import { toMessages } from '../../../src/registries/prompt-reply';
import { toContents } from '../../../src/registries/resource-contents';
import { toCompletions, toEntries } from '../../../src/registries/returned-lists';
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

const said = (value: unknown) => ({ role: 'user', content: value });

test.each([
  ['a list of strings', ['hi'], 'messages[0] must be an object, got "hi"'],
  ['blocks for messages', [{ type: 'text', text: 'hi' }], 'messages[0].role is required'],
  ['a text for content', [said('hi')], 'messages[0].content must be an object, got "hi"'],
  [
    'an unknown role',
    [{ role: 'system', content: { type: 'text', text: 'hi' } }],
    'messages[0].role must be one of "user", "assistant", got "system"',
  ],
  [
    'an unknown block',
    [said({ type: 'video' })],
    'messages[0].content.type must be one of text, image, audio, resource_link, resource, got "video"',
  ],
  [
    'no base64',
    [said({ type: 'image', data: 'ä', mimeType: 'image/png' })],
    'messages[0].content.data must be base64, got "ä"',
  ],
  ['messages that are none', { messages: 'hi' }, 'messages must be an array, got "hi"'],
  ['a wrong description', { messages: [], description: 5 }, 'description must be a string, got 5 (number)'],
])('of a prompt, %s is an error that names the class, what came and what to return', (_name, value, what) => {
  const refused = () => toMessages(value, 'Review');
  expect(refused).toThrow(AuthorError);
  expect(refused).toThrow(`Review.render: returned what clients would reject: ${what}. Return a string, `);
});

test.each([
  ['a wrong address', { uri: 5, text: 'hi' }, 'contents[0].uri must be a string, got 5 (number)'],
  ['a number for text', { uri: 'note://a', text: 5 }, 'contents[0].text must be a string, got 5 (number)'],
  ['no base64', [{ text: 'hi' }, { blob: 'ä' }], 'contents[1].blob must be base64, got "ä"'],
  [
    'a wrong type',
    { text: 'hi', mimeType: ['a'] },
    'contents[0].mimeType must be a string, got ["a"] (array)',
  ],
])('of a resource, contents with %s are such an error', (_name, value, what) => {
  const refused = () => toContents('note://a', value, undefined, 'Note');
  expect(refused).toThrow(AuthorError);
  expect(refused).toThrow(`Note.read: returned what clients would reject: ${what}. Return a string, bytes, `);
});

test('completions and lists of resources are judged too', () => {
  expect(() => toCompletions(['a', 5], 'Review')).toThrow(
    'Review.complete: returned what clients would reject: [1] must be a string, got 5 (number). Return a list of strings.',
  );
  expect(() => toEntries([{ uri: 'note://a' }], 'Note')).toThrow(/^Note\.list: .*\[0\]\.name is required/);
  expect(toCompletions(undefined, 'Review')).toEqual([]);
});

test('what resources of the SDK return stands for the contents in it, and data that only looks like it for itself', () => {
  const contents = [{ uri: 'note://b', mimeType: 'text/plain', text: 'b' }];
  expect(toContents('note://a', { contents }, undefined)).toEqual(contents);
  expect(toContents('note://a', { contents: [{ text: 'a' }], _meta: {} }, undefined)).toEqual([
    { uri: 'note://a', text: 'a' },
  ]);
  for (const data of [{ contents: ['a'] }, { contents: [] }, { contents, pages: 3 }])
    expect(toContents('note://a', data, undefined)).toEqual([
      { uri: 'note://a', mimeType: 'application/json', text: JSON.stringify(data) },
    ]);
});

test('a prompt that returns nothing has forgotten something', () => {
  expect(() => toMessages(undefined, 'Plan')).toThrow(
    'Plan.render: returned nothing; a `return` may be missing.',
  );
  expect(toMessages('', 'Plan').messages).toEqual([{ role: 'user', content: { type: 'text', text: '' } }]);
});
