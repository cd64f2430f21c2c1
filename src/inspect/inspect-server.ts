import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerRequest } from './answer-page-request';
import { Gate } from './inspect-gate';
import type { Inspector } from './inspector';
import type { PageFiles } from './page-files';

/** A page that is being served. */
export interface InspectServer {
  /** Makes an address that one browser can open, once; those made before that were not opened are void. */
  newUrl(): string;
  close(): Promise<void>;
}

// Nothing inline, nothing from elsewhere, and no way to make markup or script out of text.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  'media-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const STRANGER =
  'This address was opened in another browser before, is not the whole address, or is of a `toolwright inspect` that has ended. ' +
  'The address of the one that runs here now is printed in its terminal; press Enter there for a new one. ' +
  '(The browser that opened it first needs none.)';

/** Serves the page of an inspector on this machine's loopback; port 0 takes any free one. */
export async function serveInspector(
  inspector: Inspector,
  files: PageFiles,
  port = 0,
): Promise<InspectServer> {
  const server = createServer({ requireHostHeader: false });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const gate = new Gate((server.address() as AddressInfo).port);
  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    void answer(request, response, { gate, inspector, files });
  });
  return {
    newUrl: () => gate.newUrl(),
    close: async () => {
      await inspector.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Parts {
  readonly gate: Gate;
  readonly inspector: Inspector;
  readonly files: PageFiles;
}

async function answer(request: IncomingMessage, response: ServerResponse, parts: Parts): Promise<void> {
  const { gate, inspector, files } = parts;
  const refusal = gate.refusal(request);
  if (refusal) return plain(response, refusal.status, refusal.reason);
  const address = request.url ?? '';
  if (!address.startsWith('/') || !URL.canParse(address, 'http://page'))
    return plain(response, 400, 'This is not an address of the page.');
  const { pathname, searchParams } = new URL(address, 'http://page');
  if (!gate.knows(request)) {
    const cookie = pathname === '/' ? gate.exchange(searchParams.get('token')) : undefined;
    if (cookie === undefined) return plain(response, 403, STRANGER);
    response.setHeader('set-cookie', cookie);
  }
  const file = files.get(pathname);
  if (!file) return answerRequest(inspector, request, response, pathname);
  if (request.method !== 'GET') return plain(response, 405, 'Files of the page are only read.');
  response.writeHead(200, { 'content-type': file.type }).end(file.body);
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}
