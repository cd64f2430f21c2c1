import { gzipSync } from 'node:zlib';
import { WebClient, type WebClientOptions } from '../../../src/web/web-client';
import { startSite, type TestSite } from '../../support/web-server';

let site: TestSite;
let busy = 0;
const clients: WebClient[] = [];

const client = (options: Partial<WebClientOptions> = {}): WebClient => {
  const made = new WebClient({ allowPrivate: true, retryDelayMs: 1, ...options });
  clients.push(made);
  return made;
};

beforeAll(async () => {
  site = await startSite({
    '/plain': (_request, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('hello'),
    '/gzip': (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000, 'a'))),
    '/endless': (_request, response) => {
      response.writeHead(200);
      const pour = (): void =>
        void (response.destroyed || response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(pour)));
      pour();
    },
    '/silent': () => undefined,
    '/loop': (_request, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/hop': (_request, response) => response.writeHead(301, { location: '/plain' }).end(),
    '/hop-away': (_request, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/busy': (_request, response) => {
      busy++;
      if (busy % 3) response.writeHead(429, { 'retry-after': '0' }).end();
      else response.writeHead(200).end(String(busy));
    },
    '/always-busy': (_request, response) => response.writeHead(429).end('slow down'),
    '/kept': (_request, response) => response.writeHead(200, { 'cache-control': 'max-age=60' }).end('kept'),
    '/checked': (request, response) => {
      if (request.headers['if-none-match'] === '"v1"')
        response.writeHead(304, { etag: '"v1"', 'cache-control': 'no-cache' }).end();
      else response.writeHead(200, { etag: '"v1"', 'cache-control': 'no-cache' }).end('checked');
    },
    '/never-kept': (_request, response) =>
      response.writeHead(200, { 'cache-control': 'no-store' }).end('fresh'),
  });
});

afterAll(async () => {
  await Promise.all(clients.map((each) => each.close()));
  await site.close();
});

const text = (page: Awaited<ReturnType<WebClient['get']>>): string =>
  page.ok ? Buffer.from(page.body).toString() : page.error;

test('a page is fetched, its redirect followed', async () => {
  const page = await client().get(`${site.url}/hop`);
  expect(page).toMatchObject({
    ok: true,
    status: 200,
    url: `${site.url}/plain`,
    contentType: 'text/plain',
    truncated: false,
  });
  expect(text(page)).toBe('hello');
});

test.each(['/endless', '/gzip'])('%s is read only up to the limit', async (path) => {
  const page = await client({ maxBytes: 100_000 }).get(site.url + path);
  expect(page).toMatchObject({ ok: true, truncated: true });
  expect(page.ok && page.body.byteLength).toBe(100_000);
});

test('a server that does not answer is given up', async () => {
  expect(await client({ timeoutMs: 200 }).get(`${site.url}/silent`)).toMatchObject({
    ok: false,
    reason: 'timeout',
  });
});

test('a caller that aborts gets its own reason back', async () => {
  const abort = new AbortController();
  const fetching = client().get(`${site.url}/silent`, { signal: abort.signal });
  abort.abort(new Error('never mind'));
  await expect(fetching).rejects.toThrow('never mind');
});

test('redirects are counted and checked', async () => {
  expect(await client().get(`${site.url}/loop`)).toMatchObject({ ok: false, reason: 'too_many_redirects' });
  expect(await client().get(`${site.url}/hop-away`)).toMatchObject({ ok: false, reason: 'bad_url' });
});

test.each([
  'file:///etc/passwd',
  'ftp://example.com/',
  'javascript:alert(1)',
  'nonsense',
  'http://user:word@example.com/',
  'http://user@example.com/',
  'http://:word@example.com/',
])('%s is refused as a URL', async (url) => {
  expect(await client().get(url)).toMatchObject({ ok: false, reason: 'bad_url' });
});

test('429 is tried again, with the pause the server asks for', async () => {
  expect(text(await client().get(`${site.url}/busy`))).toBe('3');
});

test('429 is given up after so many attempts', async () => {
  const before = site.requests.length;
  expect(await client({ retries: 2 }).get(`${site.url}/always-busy`)).toMatchObject({
    ok: true,
    status: 429,
  });
  expect(site.requests.length - before).toBe(3);
});

test('an answer is kept as long as its headers allow', async () => {
  const one = client();
  const asked = (path: string): number => site.requests.filter((line) => line === `GET ${path}`).length;
  for (const path of ['/kept', '/checked', '/never-kept']) {
    expect(text(await one.get(site.url + path))).toBe(text(await one.get(site.url + path)));
  }
  expect(asked('/kept')).toBe(1);
  expect(asked('/checked')).toBe(2);
  expect(asked('/never-kept')).toBe(2);
});

test.each([
  ['127.0.0.1', (port: number) => `http://127.0.0.1:${port}/plain`],
  ['a name', (port: number) => `http://localhost:${port}/plain`],
  ['a decimal host', (port: number) => `http://2130706433:${port}/plain`],
  ['an octal host', (port: number) => `http://0177.0.0.1:${port}/plain`],
  ['a hex host', (port: number) => `http://0x7f000001:${port}/plain`],
  ['a short host', (port: number) => `http://127.1:${port}/plain`],
  ['zero', (port: number) => `http://0:${port}/plain`],
  ['IPv6 loopback', (port: number) => `http://[::1]:${port}/plain`],
  ['IPv6 mapped', (port: number) => `http://[::ffff:127.0.0.1]:${port}/plain`],
  ['full-width digits', (port: number) => `http://１２７.0.0.1:${port}/plain`],
])('without leave, %s is not reached', async (_what, url) => {
  const before = site.requests.length;
  const page = await client({ allowPrivate: false }).get(url(site.port));
  expect(page.ok).toBe(false);
  expect(page).toMatchObject({ reason: 'address_refused' });
  expect(site.requests.length).toBe(before);
});

test('nothing listening is a network error that says so', async () => {
  const gone = await startSite({});
  await gone.close();
  expect(await client().get(gone.url)).toMatchObject({
    ok: false,
    reason: 'network_error',
    error: expect.stringContaining('ECONNREFUSED'),
  });
});
