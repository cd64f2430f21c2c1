import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A real HTTP server on loopback with a test's own handlers. */
export interface TestSite {
  readonly url: string;
  readonly port: number;
  /** Every request received, as method and path. */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Starts the server; a path without a handler returns 404. */
export async function startSite(
  pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void>,
): Promise<TestSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    requests.push(`${request.method} ${request.url}`);
    const page = pages[path];
    if (page) return page(request, response);
    response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
