import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ToolClass } from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import { BraveWebSearch } from '../../src/tools/brave-web-search';
import { WebFetch } from '../../src/tools/web-fetch';
import { BraveSearch } from '../../src/web/brave-search';
import { PageReader } from '../../src/web/web-page-reader';
import { WebClient, type WebClientOptions } from '../../src/web/web-client';
import { connect, jsonOf, textOf } from '../support/connect';
import { discover } from '../support/discovery';
import { startSite, type TestSite } from '../support/web-server';

const PARAGRAPH =
  'A server tells its clients which tools there are, and clients call them with arguments that fit. '.repeat(
    4,
  );
const PAGE = `<!doctype html><html><head><title>On tools</title></head><body><nav>Menu</nav><article><h1>On tools</h1>
<p>${PARAGRAPH}</p><p>More <a href="../more">here</a>.</p></article></body></html>`;

let site: TestSite;
let throttled = 0;
const open: (() => void | Promise<void>)[] = [];

const send =
  (type: string, body: string | Buffer, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

beforeAll(async () => {
  site = await startSite({
    '/page': send('text/html; charset=utf-8', PAGE),
    '/data': send('application/json', '{"a":[1,2]}'),
    '/long': send('text/plain', '0123456789'.repeat(10_000)),
    '/empty': send('text/plain', ''),
    '/paper.pdf': send('application/pdf', Buffer.from('%PDF-1.7 not much')),
    '/picture': send('image/png', Buffer.from([137, 80, 78, 71])),
    '/gone': send('text/html', '<p>gone</p>', 410),
    '/broken': send('application/json', '{"error":"the database is down"}', 500),
    '/limited': (_request, response) =>
      void response
        .writeHead(429, { 'content-type': 'text/plain', 'retry-after': '7' })
        .end('Too many requests from you'),
    '/untyped': (_request, response) => void response.writeHead(200).end('plain text, déjà vu'),
    '/untyped-page': (_request, response) => void response.writeHead(200).end(PAGE),
    '/untyped-bytes': (_request, response) => void response.writeHead(200).end(Buffer.from([0, 1, 2])),
    '/never': () => undefined,
    '/away': (_request, response) =>
      void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    '/search': (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://site');
      if (request.headers['x-subscription-token'] !== 'secret-key') {
        return send('application/json', '{"error":{"detail":"The token is wrong"}}', 422)(request, response);
      }
      if (searchParams.get('q') === 'never') return undefined;
      if (searchParams.get('q') === 'busy' && throttled++ < 2)
        return send('application/json', '{}', 429)(request, response);
      if (searchParams.get('q') === 'echo') {
        const token = String(request.headers['x-subscription-token']);
        const detail = `no quota for ${token} (${Buffer.from(token).toString('base64')})`;
        return send('application/json', JSON.stringify({ error: { detail } }), 403)(request, response);
      }
      if (searchParams.get('q') === 'html') return send('text/html', '<p>hello')(request, response);
      const results = [
        {
          title: 'A <strong>hit</strong> &amp; more',
          url: 'https://example.com/',
          description: 'D',
          age: '2 days ago',
          extra: 1,
        },
      ];
      const body = {
        query: { more_results_available: searchParams.get('offset') === '0' },
        web: { results },
        asked: Object.fromEntries(searchParams),
      };
      send('application/json', JSON.stringify(body))(request, response);
    },
  });
});

afterAll(async () => {
  for (const close of open) await close();
  await site.close();
});

async function serve(options: Partial<WebClientOptions> = {}, key = 'secret-key') {
  const tools: ToolClass[] = [WebFetch as unknown as ToolClass, BraveWebSearch as unknown as ToolClass];
  const registry = new ToolRegistry(tools, { prefix: '' });
  const client = new WebClient({ allowPrivate: true, retryDelayMs: 1, ...options });
  const pages = new PageReader();
  const { container } = registry.instances;
  container.set({ id: WebClient, value: client });
  container.set({ id: PageReader, value: pages });
  container.set({ id: BraveSearch, value: new BraveSearch(client, key, `${site.url}/search`) });
  const connection = await connect(registry);
  open.push(
    connection.close,
    () => client.close(),
    () => pages.close(),
  );
  return (name: string, args: Record<string, unknown>) =>
    connection.client.callTool({ name, arguments: args });
}

test('web_fetch gives the article of a page as markdown', async () => {
  const call = await serve();
  const text = textOf(await call('web_fetch', { url: `${site.url}/page` }));
  expect(text).toMatch(/^# On tools\n\n/);
  expect(text).toContain(`[here](${site.url}/more)`);
  expect(text).not.toContain('Menu');
  expect(textOf(await call('web_fetch', { url: `${site.url}/page`, format: 'text' }))).toContain(
    'More here.',
  );
  expect(textOf(await call('web_fetch', { url: `${site.url}/page`, format: 'raw' }))).toBe(PAGE);
});

test('web_fetch gives JSON as it is, a PDF as a resource, a picture as a picture', async () => {
  const call = await serve();
  expect(textOf(await call('web_fetch', { url: `${site.url}/data` }))).toBe('{"a":[1,2]}');
  expect((await call('web_fetch', { url: `${site.url}/paper.pdf` })).content).toEqual([
    {
      type: 'resource',
      resource: {
        uri: `${site.url}/paper.pdf`,
        mimeType: 'application/pdf',
        blob: Buffer.from('%PDF-1.7 not much').toString('base64'),
      },
    },
  ]);
  expect((await call('web_fetch', { url: `${site.url}/picture` })).content).toMatchObject([
    { type: 'image', mimeType: 'image/png' },
  ]);
});

test('web_fetch gives a long text by parts', async () => {
  const call = await serve();
  const texts = (result: unknown) =>
    (result as { content: { text: string }[] }).content.map(({ text }) => text);
  expect(texts(await call('web_fetch', { url: `${site.url}/long`, max_length: 10 }))).toEqual([
    '0123456789',
    '[99990 more characters of 100000: continue with start_index 10]',
  ]);
  expect(textOf(await call('web_fetch', { url: `${site.url}/long`, start_index: 99_995 }))).toBe('56789');
  expect(texts(await call('web_fetch', { url: `${site.url}/long`, start_index: 100_000 }))).toEqual([
    '',
    '[start_index 100000 is past the end: the text has 100000 characters]',
  ]);
  expect(textOf(await call('web_fetch', { url: `${site.url}/empty` }))).toBe('');
  const short = await serve({ maxBytes: 1_000 });
  expect(texts(await short('web_fetch', { url: `${site.url}/long`, start_index: 995 }))).toEqual([
    '56789',
    '[Cut here: the page exceeds the size limit (web.max_bytes)]',
  ]);
  expect(texts(await short('web_fetch', { url: `${site.url}/long`, start_index: 2_000 }))).toEqual([
    '',
    '[start_index 2000 is past the end: the readable part has 1000 characters]',
  ]);
  const tiny = await serve({ maxBytes: 5 });
  expect(jsonOf(await tiny('web_fetch', { url: `${site.url}/paper.pdf` }))).toMatchObject({
    success: false,
    error_type: 'too_large',
  });
});

test.each([
  ['/gone', 'http_error', /answered 410 Gone/],
  ['/nothing', 'http_error', /answered 404/],
])('web_fetch of %s is a failure that says why', async (path, type, words) => {
  const call = await serve();
  const result = await call('web_fetch', { url: site.url + path });
  expect(result.isError).toBe(true);
  expect(jsonOf(result)).toMatchObject({
    success: false,
    error_type: type,
    error: expect.stringMatching(words),
    error_data: { code: -32005 },
  });
});

test('the body of an error is readable, and a rate limit says so', async () => {
  const call = await serve({ retries: 0 });
  expect(jsonOf(await call('web_fetch', { url: `${site.url}/broken` }))).toMatchObject({
    error: expect.stringContaining('answered 500'),
    error_data: { status: 500, body: '{"error":"the database is down"}' },
  });
  expect(jsonOf(await call('web_fetch', { url: `${site.url}/limited` }))).toMatchObject({
    error: expect.stringContaining('rate limit is reached; try again after 7 s'),
    error_type: 'rate_limit',
    error_data: { status: 429, body: 'Too many requests from you' },
  });
});

test('what comes without a content type is taken for what it is', async () => {
  const call = await serve();
  expect(textOf(await call('web_fetch', { url: `${site.url}/untyped` }))).toBe('plain text, déjà vu');
  expect(textOf(await call('web_fetch', { url: `${site.url}/untyped-page` }))).toMatch(/^# On tools/);
  expect((await call('web_fetch', { url: `${site.url}/untyped-bytes` })).content).toMatchObject([
    { type: 'resource' },
  ]);
});

test('a time-out carries its own code, for a page and for a search', async () => {
  const call = await serve({ timeoutMs: 50 });
  const timedOut = { error_type: 'timeout', error_data: { code: -32006 } };
  expect(jsonOf(await call('web_fetch', { url: `${site.url}/never` }))).toMatchObject(timedOut);
  expect(jsonOf(await call('brave_web_search', { query: 'never' }))).toMatchObject(timedOut);
});

test('a search that is refused for its rate says so', async () => {
  const call = await serve({ retries: 0 });
  throttled = 0;
  expect(jsonOf(await call('brave_web_search', { query: 'busy' }))).toMatchObject({
    error: expect.stringContaining('rate limit'),
    error_type: 'rate_limit',
  });
  throttled = 0;
});

test('web_fetch refuses private addresses, behind a redirect too', async () => {
  const call = await serve({ allowPrivate: false });
  for (const url of [
    `${site.url}/page`,
    `http://localhost:${site.port}/page`,
    'http://169.254.169.254/',
    'http://[::1]/',
    'http://2130706433/',
  ]) {
    expect(jsonOf(await call('web_fetch', { url }))).toMatchObject({
      success: false,
      error_type: 'address_refused',
    });
  }
  expect(jsonOf(await call('web_fetch', { url: 'http://127.0.0.1/' }))).toMatchObject({
    error: '127.0.0.1 is not a public address; the operator can allow it with web.allow_private',
  });
  expect(jsonOf(await call('web_fetch', { url: 'file:///etc/passwd' }))).toMatchObject({
    error_type: 'bad_url',
  });
});

test('brave_web_search sends what was asked, and gives plain results with the next page', async () => {
  const call = await serve();
  const result = await call('brave_web_search', {
    query: 'tools & more',
    count: 5,
    safesearch: 'strict',
    search_lang: 'en',
    freshness: 'pw',
  });
  expect(result.structuredContent).toEqual({
    success: true,
    value: {
      query: 'tools & more',
      results: [{ title: 'A hit & more', url: 'https://example.com/', description: 'D', age: '2 days ago' }],
      next_offset: 1,
    },
  });
  expect(site.requests.at(-1)).toBe(
    'GET /search?q=tools+%26+more&search_lang=en&count=5&offset=0&safesearch=strict&freshness=pw',
  );
  const last = await call('brave_web_search', { query: 'x', offset: 1 });
  expect((last.structuredContent as { value: object }).value).not.toHaveProperty('next_offset');
});

test('a search service that echoes the key does not pass it on', async () => {
  const call = await serve();
  const text = JSON.stringify(await call('brave_web_search', { query: 'echo' }));
  expect(text).toContain('no quota for [secret] ([secret])');
  expect(text).not.toContain('secret-key');
});

test('brave_web_search waits when told to, and says what the service said', async () => {
  const call = await serve();
  expect(jsonOf(await call('brave_web_search', { query: 'busy' }))).toMatchObject({ success: true });
  expect(throttled).toBe(3);
  expect(jsonOf(await call('brave_web_search', { query: 'html' }))).toMatchObject({
    success: false,
    error_type: 'search_refused',
  });
  const wrong = await serve({}, 'wrong');
  expect(jsonOf(await wrong('brave_web_search', { query: 'x' }))).toMatchObject({
    success: false,
    error: 'The search service returned 422: The token is wrong',
  });
});

test.each([
  [{ query: '' }],
  [{ query: 'x', count: 0 }],
  [{ query: 'x', count: 21 }],
  [{ query: 'x', offset: 10 }],
  [{ query: 'x', safesearch: 'none' }],
  [{ query: 'x', freshness: 'soon' }],
  [{}],
])('brave_web_search refuses %j', async (args) => {
  const call = await serve();
  expect(jsonOf(await call('brave_web_search', args))).toMatchObject({
    success: false,
    error_type: 'validation_error',
  });
});

test('O13 batch_search and transform_data run against real web tools', async () => {
  const client = new WebClient({ allowPrivate: true });
  const pages = new PageReader();
  const server = await discover([WebFetch as unknown as ToolClass, BraveWebSearch as unknown as ToolClass]);
  const { container } = server.registry.instances;
  container.set({ id: WebClient, value: client });
  container.set({ id: PageReader, value: pages });
  container.set({ id: BraveSearch, value: new BraveSearch(client, 'secret-key', `${site.url}/search`) });
  open.push(
    server.close,
    () => client.close(),
    () => pages.close(),
  );
  const block = async (name: string, args: Record<string, string>): Promise<string> =>
    ((await server.client.getPrompt({ name, arguments: args })).messages[0]!.content as { text: string })
      .text;
  const searched = JSON.parse(
    (await server.run(await block('batch_search', { topics: '["AI", "ML"]', count: '5' }))).text,
  ) as object;
  expect(searched).toEqual({
    AI: [expect.objectContaining({ title: 'A hit & more' })],
    ML: [expect.objectContaining({ url: 'https://example.com/' })],
  });
  const urls = JSON.stringify([`${site.url}/page`, `${site.url}/data`, `${site.url}/gone`]);
  const fetched = JSON.parse(
    (await server.run(await block('transform_data', { urls, instruction: 'Extract titles' }))).text,
  ) as object;
  expect(fetched).toEqual({
    [`${site.url}/page`]: expect.stringContaining('# On tools'),
    [`${site.url}/data`]: '{"a":[1,2]}',
    [`${site.url}/gone`]: { error: expect.stringContaining('410') },
  });
});
