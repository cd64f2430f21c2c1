import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LAST_ANSWERS_MS } from '../../calls/server-ending';
import type { HttpEndpoint } from './http-endpoint';
import type { HttpServer } from './http-server';
import { NodeExchange } from './node-exchange';
import { followSilentConnections } from './silent-connections';

/** Where to listen, and what a connection may take. */
export interface ListenOptions {
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  readonly path: string;
  /** A certificate and its key as PEM texts; plain HTTP without them. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
  /** Milliseconds until the headers, and the whole request, must be there. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** Milliseconds without a byte in either direction after which a connection is ended. */
  readonly silentMs: number;
  readonly headerBytes: number;
  readonly mostConnections: number;
  /** Milliseconds that requests are still taken, while `/readyz` says that the server leaves, before it closes. */
  readonly leaveMs: number;
  /** Milliseconds that accepted requests get to be answered when the server closes. */
  readonly drainMs: number;
}

// How often idle connections are looked for while the server closes.
const LOOK_MS = 50;
// How long a connection may have been opened for a request that is still under way to us.
const SILENT_MS = 500;

/** Serves an endpoint on a port of its own. */
export async function listenHttp(endpoint: HttpEndpoint, options: ListenOptions): Promise<HttpServer> {
  const { host, port, path, tls } = options;
  const server = await makeServer(options, (request, response) =>
    endpoint.take(new NodeExchange(request, response)),
  );
  server.maxConnections = options.mostConnections;
  server.setTimeout(options.silentMs);
  const endSilent = followSilentConnections(server);
  // Node answers a malformed request, or one that took too long, and ends the connection.
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: bound } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  let resolveEnded!: () => void;
  const ended = new Promise<void>((resolve) => (resolveEnded = resolve));
  return {
    url: `${tls ? 'https' : 'http'}://${shown}:${bound}${path}`,
    port: bound,
    ended,
    close: () => (closing ??= drained(server, endSilent, endpoint, options).then(resolveEnded)),
  };
}

async function makeServer(
  { tls, headersMs, requestMs, headerBytes }: ListenOptions,
  take: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const options = {
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    maxHeaderSize: headerBytes,
    connectionsCheckingInterval: Math.min(5_000, headersMs, requestMs),
    keepAliveTimeout: 30_000,
    keepAlive: true,
    noDelay: true,
  };
  if (!tls) return createServer(options, take);
  const https = await import('node:https');
  return https.createServer({ ...options, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: headersMs }, take);
}

// What was accepted is answered; whoever only holds a connection open is not waited for.
async function drained(
  server: Server,
  endSilent: () => void,
  endpoint: HttpEndpoint,
  { leaveMs, drainMs }: ListenOptions,
): Promise<void> {
  endpoint.leave();
  if (leaveMs > 0) await new Promise((resolve) => setTimeout(resolve, leaveMs));
  endpoint.drain();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  const silent = setTimeout(endSilent, SILENT_MS);
  const closeAll = (): void => server.closeAllConnections();
  let patience = setTimeout(() => {
    if (endpoint.active === 0) return closeAll();
    endpoint.hurry();
    patience = setTimeout(closeAll, LAST_ANSWERS_MS);
  }, drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(silent);
  clearTimeout(patience);
  endpoint.close();
}
