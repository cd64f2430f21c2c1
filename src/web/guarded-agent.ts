import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Dispatcher, buildConnector } from 'undici';
import { isPublicAddress } from './web-addresses';
import { notPublic } from './checked-url';

/** Thrown before anything is sent to a forbidden address. */
export class AddressRefusedError extends Error {
  constructor(host: string, address: string) {
    super(notPublic(host, address));
    this.name = 'AddressRefusedError';
  }
}

/** Limits of the response cache. */
export interface CacheLimits {
  readonly bytes: number;
  readonly entryBytes: number;
}

/** Makes the dispatcher for all requests, which checks the address actually connected to and obeys caching headers. */
export async function guardedAgent(
  allowPrivate: boolean,
  cache: CacheLimits,
  lookup: LookupFunction = publicLookup(),
): Promise<Dispatcher> {
  const { Agent, buildConnector, cacheStores, interceptors } = await import('undici');
  const connect = allowPrivate ? undefined : guardedConnector(buildConnector, lookup);
  const store = new cacheStores.MemoryCacheStore({ maxSize: cache.bytes, maxEntrySize: cache.entryBytes });
  return new Agent({ ...(connect && { connect }) }).compose(interceptors.cache({ store, methods: ['GET'] }));
}

// The lookup rejects private addresses before connecting; the socket then shows the actual address.
function guardedConnector(build: typeof buildConnector, lookup: LookupFunction): buildConnector.connector {
  const connect = build({ lookup });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) && !isPublicAddress(host)) return callback(new AddressRefusedError(host, host), null);
    connect(options, (error, socket) => {
      const address = socket?.remoteAddress;
      if (error || (address !== undefined && isPublicAddress(address)))
        return callback(...asResult(error, socket));
      socket?.destroy();
      callback(new AddressRefusedError(host, address ?? 'an unknown address'), null);
    });
  };
}

function asResult(error: Error | null, socket: Socket | null): Parameters<buildConnector.Callback> {
  return error ? [error, null] : [null, socket!];
}

/** Makes a lookup that returns only public addresses; it resolves anew for each connection, so rebinding does not help. */
export function publicLookup(resolveName: typeof resolve = resolve): LookupFunction {
  return (host, options, callback) => {
    resolveName(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const open = addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = open;
      if (!first)
        return callback(new AddressRefusedError(host, addresses[0]?.address ?? 'no address'), '', 0);
      if (options.all) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}
