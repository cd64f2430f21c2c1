import { isObject } from '../../base/json-value';
import { PROTOCOL_VERSIONS } from '../legacy/legacy-replies';

/** The revision that the modern lane speaks. */
export const MODERN_VERSION = '2026-07-28';

/** Every revision that this server speaks, newest first. */
export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...PROTOCOL_VERSIONS];

/** The keys of `_meta` that the revision defines. */
export const MetaKey = {
  version: 'io.modelcontextprotocol/protocolVersion',
  client: 'io.modelcontextprotocol/clientInfo',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  server: 'io.modelcontextprotocol/serverInfo',
  subscription: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** Returns whether a message belongs to the modern era: it names its revision, or a method that only this era has. */
export function isModern(message: Record<string, unknown>): boolean {
  const { method, params } = message;
  if (isObject(params)) {
    const meta = params['_meta'];
    if (isObject(meta) && meta[MetaKey.version] !== undefined) return true;
  }
  return method === 'server/discover' || method === 'subscriptions/listen';
}
