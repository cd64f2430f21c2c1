import { headerMismatch, paramHeadersOf } from '../../../src/serve/modern/modern-headers';
import { modernRequest } from '../../support/modern';

const HEADERS = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'greet' };
const params = { name: 'greet', arguments: { region: 'Hello', count: 3, on: true } };
const schema = {
  properties: {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    count: { type: 'integer', 'x-mcp-header': 'Count' },
    on: { type: 'boolean', 'x-mcp-header': 'On' },
    other: { type: 'string', 'x-mcp-header': 'Other' },
    plain: { type: 'string' },
  },
};
const PARAMS = { 'mcp-param-region': 'Hello', 'mcp-param-count': '3', 'mcp-param-on': 'true' };

function codeFor(
  headers: Record<string, string | undefined>,
  message = modernRequest(1, 'tools/call', params),
) {
  return headerMismatch(message, (name) => headers[name], paramHeadersOf(schema))?.code;
}

test.each<[string, Record<string, string | undefined>]>([
  ['all headers', {}],
  ['white space around a value', { 'mcp-name': '  greet ' }],
  ['a value in base64', { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
  ['a number in another form', { 'mcp-param-count': '3.0' }],
])('%s are accepted', (_what, change) => {
  expect(codeFor({ ...HEADERS, ...PARAMS, ...change })).toBeUndefined();
});

test.each<[string, Record<string, string | undefined>]>([
  ['another version', { 'mcp-protocol-version': '2025-11-25' }],
  ['no version', { 'mcp-protocol-version': undefined }],
  ['another method', { 'mcp-method': 'tools/list' }],
  ['another case', { 'mcp-method': 'TOOLS/CALL' }],
  ['no method', { 'mcp-method': undefined }],
  ['another name', { 'mcp-name': 'other' }],
  ['no name', { 'mcp-name': undefined }],
  ['another argument', { 'mcp-param-region': 'Bye' }],
  ['no argument', { 'mcp-param-region': undefined }],
  ['an argument that the body lacks', { 'mcp-param-other': 'x' }],
  ['base64 without padding', { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
  ['base64 with other characters', { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }],
  ['another number', { 'mcp-param-count': '4' }],
  ['an empty number', { 'mcp-param-count': '' }],
  ['a control character', { 'mcp-name': 'greet\u0001' }],
])('%s are refused', (_what, change) => {
  expect(codeFor({ ...HEADERS, ...PARAMS, ...change })).toBe(-32020);
});

test('what only looks like base64 is taken literally', () => {
  const message = modernRequest(1, 'tools/call', {
    name: 'greet',
    arguments: { region: '=?base64?SGVsbG8=' },
  });
  expect(codeFor({ ...HEADERS, 'mcp-param-region': '=?base64?SGVsbG8=' }, message)).toBeUndefined();
});

test('a legacy message needs none of them', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  expect(headerMismatch(message, () => undefined)).toBeUndefined();
});
