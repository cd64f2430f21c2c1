import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { WireResult } from '../../outcome';
import { isPlainText } from '../checked-result';
import type { Greeting } from '../greeting';
import type { ToolPage } from '../parts/tool-pages';

/** The protocol revisions that the SDK supports, newest first; a test keeps them equal to the SDK's own. */
export const PROTOCOL_VERSIONS = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

/** The reply to a request, with the SDK's wording. */
export function resultReply(id: RequestId, result: object): string {
  return JSON.stringify({ result, jsonrpc: '2.0', id });
}

/** A notification. */
export function notification(method: string, params?: Record<string, unknown>): string {
  return JSON.stringify({ jsonrpc: '2.0', method, ...(params && { params }) });
}

/** The reply to `tools/list`, joined from a serialised page. */
export function listReply(id: RequestId, { text, nextCursor }: ToolPage): string {
  const cursor = nextCursor === undefined ? '' : `,"nextCursor":${JSON.stringify(nextCursor)}`;
  return `{"result":{"tools":[${text}]${cursor}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}

/** The reply to `initialize`: the client's revision if it is supported, else the newest. */
export function greetingReply(
  id: RequestId,
  wanted: string,
  { capabilities, serverInfo, instructions }: Greeting,
): string {
  const protocolVersion = PROTOCOL_VERSIONS.find((version) => version === wanted) ?? PROTOCOL_VERSIONS[0];
  return resultReply(id, {
    protocolVersion,
    capabilities,
    serverInfo,
    ...(instructions && { instructions }),
  });
}

/** The reply to a failed request, with the SDK's wording. */
export function errorReply(id: RequestId, code: number, message: string, data?: unknown): string {
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: { code, message, ...(data !== undefined && { data }) },
  });
}

/** The reply to a call whose result is plain text; undefined for other content, which the SDK's schema must check. */
export function textReply(id: RequestId, wire: WireResult): string | undefined {
  if (!isPlainText(wire)) return undefined;
  const [block, ...others] = wire.content;
  if (block?.type !== 'text' || others.length || wire.structuredContent || wire._meta)
    return resultReply(id, wire);
  // A single text is by far the most common result, and costs half as much without an object to serialise.
  const error = wire.isError ? ',"isError":true' : '';
  return `{"result":{"content":[{"type":"text","text":${JSON.stringify(block.text)}}]${error}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
}
