import { isObject } from '../../base/json-value';
import type { LogLevel } from '../../logger';
import { levelOf } from '../client-log';
import type { Params } from '../method';
import { invalidParams, WireError } from '../wire-error';
import { MetaKey, MODERN_VERSION, SUPPORTED_VERSIONS } from './protocol-era';

const UNSUPPORTED_VERSION = -32022;

/** What a modern request says about its sender. */
export interface Envelope {
  readonly params: Params;
  readonly capabilities: Record<string, unknown>;
  readonly client: { name: string; version: string } | undefined;
  /** The lowest level of records it wants; none if absent. */
  readonly logLevel: LogLevel | undefined;
  readonly progressToken: string | number | undefined;
}

/** Reads and checks the `_meta` of a request; throws what is wrong with it. */
export function envelopeOf(method: string, params: unknown): Envelope {
  if (!isObject(params)) throw invalidParams(`${method}: params with _meta are required`);
  const meta = params['_meta'];
  if (!isObject(meta)) throw invalidParams(`${method}: _meta is required`);
  const version = meta[MetaKey.version];
  if (typeof version !== 'string') throw invalidParams(`${method}: _meta["${MetaKey.version}"] is required`);
  if (version !== MODERN_VERSION)
    throw new WireError(UNSUPPORTED_VERSION, `Unsupported protocol version: ${version}`, {
      supported: SUPPORTED_VERSIONS,
      requested: version,
    });
  const capabilities = meta[MetaKey.capabilities];
  if (!isObject(capabilities)) throw invalidParams(`${method}: _meta["${MetaKey.capabilities}"] is required`);
  const { progressToken } = meta;
  return {
    params,
    capabilities,
    client: clientOf(meta[MetaKey.client]),
    logLevel: wantedLevel(method, meta[MetaKey.logLevel]),
    progressToken:
      typeof progressToken === 'string' || typeof progressToken === 'number' ? progressToken : undefined,
  };
}

function clientOf(client: unknown): Envelope['client'] {
  if (!isObject(client)) return undefined;
  const { name, version } = client;
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined;
}

function wantedLevel(method: string, level: unknown): LogLevel | undefined {
  if (level === undefined) return undefined;
  const lowest = levelOf(level);
  if (!lowest) throw invalidParams(`${method}: _meta["${MetaKey.logLevel}"] is not a log level`);
  return lowest;
}
