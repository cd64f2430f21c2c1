import type { WireResult } from '../../../src/outcome';
import { resultReply, textReply } from '../../../src/serve/legacy/legacy-replies';

const text = (value: string) => ({ type: 'text' as const, text: value });

test.each<[string, number | string, WireResult]>([
  ['one text', 7, { content: [text('done')] }],
  ['quotes, breaks, controls and a broken surrogate', 'a"b', { content: [text('"\n\u0000\u2028\ud800\\')] }],
  ['a failure', 0, { content: [text('no')], isError: true }],
  ['several texts', 1.5, { content: [text('a'), text('b')] }],
  ['no text', 'x', { content: [] }],
  ['structured content beside the text', 2, { content: [text('{}')], structuredContent: { ok: true } }],
  ['repairs', 3, { content: [text('a')], _meta: { 'toolwright/repairs': [] } }],
])('%s is written as if it were serialised whole', (_what, id, wire) => {
  expect(JSON.parse(textReply(id, wire)!)).toEqual(JSON.parse(resultReply(id, wire)));
});

test('content that is not plain text is left to the check', () => {
  const image: WireResult = { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] };
  expect(textReply(1, image)).toBeUndefined();
  const annotated = { ...text('a'), annotations: { priority: 1 } };
  expect(textReply(1, { content: [annotated] })).toBeUndefined();
});
