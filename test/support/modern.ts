import type { Message } from './raw-session';

/** The revision that the modern lane speaks. */
export const MODERN = '2026-07-28';

/** The `_meta` of a modern request. */
export function modernMeta(
  capabilities: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
    ...more,
  };
}

/** A modern request. */
export function modernRequest(
  id: unknown,
  method: string,
  params: Record<string, unknown> = {},
  meta: Record<string, unknown> = modernMeta(),
): Message {
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } };
}
