import type { ClientCapabilities, Implementation, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../base/json-value';

/** A request in exactly the form that the SDK would accept; anything else is left to the SDK. */
export interface PlainRequest {
  id: RequestId;
  method: string;
  params: Record<string, unknown>;
}

/** What a client sends about itself in `initialize`. */
export interface Hello {
  protocolVersion: string;
  capabilities: ClientCapabilities;
  clientInfo: Implementation;
}

/** Returns a message as a plain request; undefined if it is unusual in any way. */
export function plainRequest(message: Record<string, unknown>): PlainRequest | undefined {
  const { id, method, params } = message;
  if (typeof method !== 'string' || !isRequestId(id)) return undefined;
  for (const key in message)
    if (key !== 'jsonrpc' && key !== 'id' && key !== 'method' && key !== 'params') return undefined;
  if (params === undefined) return { id, method, params: {} };
  if (!isObject(params) || params['task'] !== undefined || !isPlainMeta(params['_meta'])) return undefined;
  return { id, method, params };
}

/** Returns what `initialize` says about a client; undefined if it is not in the usual form. */
export function plainHello(params: Record<string, unknown>): Hello | undefined {
  const { protocolVersion, capabilities, clientInfo } = params;
  if (typeof protocolVersion !== 'string' || !isObject(clientInfo) || !isObject(capabilities))
    return undefined;
  if (typeof clientInfo['name'] !== 'string' || typeof clientInfo['version'] !== 'string') return undefined;
  for (const key in clientInfo) if (key === 'icons' || typeof clientInfo[key] !== 'string') return undefined;
  for (const key in capabilities) if (!isPlainCapability(key, capabilities[key])) return undefined;
  return params as unknown as Hello;
}

/** Returns whether a value is a valid request id. */
export function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

// Clients add keys of their own, such as `claudecode/toolUseId`; only the protocol's own keys mean anything to a server.
function isPlainMeta(meta: unknown): boolean {
  if (meta === undefined) return true;
  if (!isObject(meta)) return false;
  for (const key in meta) {
    if (key === 'progressToken' ? !isRequestId(meta[key]) : key.startsWith(RESERVED)) return false;
  }
  return true;
}

const RESERVED = 'io.modelcontextprotocol/';

const SWITCHES: Readonly<Record<string, string>> = { roots: 'listChanged', form: 'applyDefaults' };

// Extensions may contain anything; the rest is nested objects, with two known switches.
function isPlainCapability(name: string, capability: unknown): boolean {
  if (!isObject(capability)) return false;
  const free = name === 'experimental' || name === 'extensions';
  return Object.entries(capability).every(([key, value]) => {
    if (SWITCHES[name] === key) return typeof value === 'boolean';
    return isObject(value) && (free || isPlainCapability(key, value));
  });
}
