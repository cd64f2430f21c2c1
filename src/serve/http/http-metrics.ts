import type { HttpExchange } from './http-exchange';
import { isLoopback } from './host-lists';
import { refuse } from './http-refusals';

/** What an endpoint knows about itself. */
export interface EndpointNumbers {
  /** Sessions of older clients. */
  readonly sessions: number;
  /** Requests that are being answered. */
  readonly active: number;
  /** Requests that were refused because their caller made too many. */
  readonly tooMany: number;
  /** Requests whose caller could not be authenticated, or is granted nothing. */
  readonly unauthorised: number;
}

/** The page with everything that is measured, and who may read it. */
export interface MetricsPage {
  /** Programs of this machine, or callers with the grant. */
  readonly access: 'local' | 'authenticated';
  readonly type: string;
  text(numbers: EndpointNumbers): Promise<string>;
}

/** The path of the page. */
export const METRICS_PATH = '/metrics';

const PROXIED = [
  ...['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip'],
  ...['for', 'host', 'proto', 'port', 'server', 'prefix'].map((part) => `x-forwarded-${part}`),
];

/** Returns whether a request was made by a program of this machine itself, as far as it shows: not by a proxy or a page. */
export function isLocal(exchange: HttpExchange): boolean {
  const { peer } = exchange;
  const host = exchange.header('host')?.replace(/:\d+$/, '');
  if (peer === undefined || !isLoopback(peer) || host === undefined || !isLoopback(host)) return false;
  // A page that only embeds this one sends no origin; whoever types the address is no page.
  const site = exchange.header('sec-fetch-site') ?? 'none';
  if (exchange.header('origin') !== undefined || site !== 'none') return false;
  return PROXIED.every((name) => exchange.header(name) === undefined);
}

/** Answers with the page. */
export function sendMetrics(exchange: HttpExchange, page: MetricsPage, numbers: EndpointNumbers): void {
  page.text(numbers).then(
    (text) => exchange.send(200, { 'content-type': page.type, 'cache-control': 'no-store' }, text),
    () => refuse(exchange, 500, 'Internal error'),
  );
}
