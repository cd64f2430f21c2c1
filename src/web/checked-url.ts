import { isIP } from 'node:net';
import { isPublicAddress } from './web-addresses';

/** Parses a URL that may be fetched; returns a problem as a string, so that a bad redirect reads like a bad URL. */
export function checkedUrl(text: string, from?: URL): URL | string {
  if (!URL.canParse(text, from?.href)) return `Not a URL: ${text}`;
  const url = new URL(text, from);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `Only http and https URLs can be fetched, not ${url.protocol}`;
  if (url.username || url.password) return 'A URL with a user name or password cannot be fetched';
  return url;
}

/** Returns why an address cannot be fetched, as far as is known before DNS lookup. */
export function addressProblem(
  text: string,
  allowPrivate: boolean,
): { reason: 'bad_url' | 'address_refused'; error: string } | undefined {
  const url = checkedUrl(text);
  if (typeof url === 'string') return { reason: 'bad_url', error: url };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (allowPrivate || !isIP(host) || isPublicAddress(host)) return undefined;
  return { reason: 'address_refused', error: notPublic(host, host) };
}

/** Makes the message for a host with a forbidden address. */
export function notPublic(host: string, address: string): string {
  const where = host === address ? `${host} is` : `${host} is at ${address}, which is`;
  return `${where} not a public address; the operator can allow it with web.allow_private`;
}
