import { asData, takeSdkResult, takeUndeclared } from '../../../src/schema/sdk-result';
import type { JsonSchema } from '../../../src/base/json-schema';
import { defineApp, defineTool, ToolResult } from '../../../src/index';
import { testClient } from '../../../src/testing';

const text = { type: 'text', text: 'no such note' };

const PAGE = { type: 'object', properties: { content: { type: 'array', items: {} } } } as const;
const fail = () => ({ content: [text], isError: true });

const blocks: [string, unknown][] = [
  ['of another type', { type: 'txt', text: 'a' }],
  ['without a type', { text: 'a' }],
  ['that is a text', 'a'],
  ['of text without it', { type: 'text' }],
  ['of an image without its data', { type: 'image', mimeType: 'image/png' }],
  ['of an audio without its type', { type: 'audio', data: '' }],
  ['of a link without its name', { type: 'resource_link', uri: 'a:b' }],
  ['of a resource without text', { type: 'resource', resource: { uri: 'a:b' } }],
];

test.each(blocks)('an error with a block %s is never taken for data', (_, block) => {
  expect(() => takeSdkResult({ content: [text, block], isError: true })).toThrow(/content\[1\]/);
});

test.each(blocks)('content with a block %s and without `isError` is data', (_, block) => {
  const data = { content: [text, block] };
  expect(takeSdkResult(data)).toBe(data);
});

test('what the tool declares of its value is data', () => {
  const data = { content: [text], isError: true };
  const declared = { type: 'object', properties: { content: {}, isError: {} } } as const;
  expect(takeUndeclared(data, declared)).toBe(data);
  expect(asData(data)).toMatchObject({ value: data, isError: false });
  expect(takeUndeclared(data, { type: 'object', properties: { rows: {} } })).toMatchObject({ isError: true });
});

test.each<[string, JsonSchema]>([
  ['itself', { properties: { content: {} } }],
  ['itself, with members of other names', { properties: { content: {}, title: {} }, required: ['content'] }],
  ['in a branch', { anyOf: [{ properties: { rows: {} } }, { properties: { content: {} } }] }],
])('an error is one where the tool declares a `content` %s, but no `isError`', (_, declared) => {
  expect(takeUndeclared({ content: [text], isError: true }, declared)).toMatchObject({
    isError: true,
    content: [text],
  });
  expect(() => takeUndeclared({ content: ['a line'], isError: true }, declared)).toThrow(/content\[0\]/);
  const data = { content: [text] };
  for (const returned of [data, { ...data, isError: false }, { ...data, _meta: {} }])
    expect(takeUndeclared(returned, declared)).toBe(returned);
});

test('`structuredContent` that is not declared is what the SDK means by it, beside a declared `content`', () => {
  const declared: JsonSchema = { properties: { content: { type: 'string' } } };
  const structuredContent = { content: 'a page' };
  expect(takeUndeclared({ content: [text], structuredContent, _meta: { a: 1 } }, declared)).toMatchObject({
    content: [text],
    value: structuredContent,
    meta: { a: 1 },
  });
  const data = { content: [text], structuredContent };
  expect(takeUndeclared(data, { properties: { content: {}, structuredContent: {} } })).toBe(data);
  expect(takeUndeclared({ ...data, content: ['a line'] }, declared)).toEqual({
    ...data,
    content: ['a line'],
  });
});

test.each([
  ['of a defined tool', defineTool({ name: 'read', description: 'Read.', outputSchema: PAGE, run: fail })],
  ['that says what it returns', defineTool({ name: 'read', description: 'Read.', returns: PAGE, run: fail })],
])('a client learns of an error %s whose schema has a `content`', async (_, tool) => {
  const client = await testClient(defineApp({ tools: [tool] }));
  const reply = await client.call('read');
  await client.close();
  expect(reply).toMatchObject({ isError: true, text: 'no such note' });
});

test('an error with a member that is not sent is refused with its place', () => {
  expect(() => takeSdkResult({ content: [text], isError: true, errorCode: 'E42' })).toThrow(
    '`errorCode`: put it into `structuredContent` or `_meta`',
  );
});

test.each([
  text,
  { ...text, annotations: { audience: ['user'] }, _meta: { a: 1 } },
  { type: 'image', data: '', mimeType: 'image/png' },
  { type: 'audio', data: '', mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'a:b', name: 'b' },
  { type: 'resource', resource: { uri: 'a:b', blob: '' } },
])('a block such as %j is sent as it is', (block) => {
  const taken = takeSdkResult({ content: [block], isError: true }) as ToolResult;
  expect(taken).toBeInstanceOf(ToolResult);
  expect(taken.content).toEqual([block]);
  expect(taken.isError).toBe(true);
});
