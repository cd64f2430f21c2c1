import { HIDDEN } from '../../base/hidden';
import type { ConnectedServer } from './client-profile';

/** Returns a server as it may be shown: the values of variables and headers may be secrets. */
export function withHiddenValues(server: ConnectedServer): ConnectedServer {
  if ('url' in server) return { ...server, ...(server.headers && { headers: hidden(server.headers) }) };
  return { ...server, ...(server.env && { env: hidden(server.env) }) };
}

/** Returns whether something of a server is hidden where it is shown. */
export function hasHiddenValues(server: ConnectedServer): boolean {
  return ('url' in server ? server.headers : server.env) !== undefined;
}

// What a client fills in itself is no secret.
function hidden(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.includes('${') ? value : HIDDEN]),
  );
}
