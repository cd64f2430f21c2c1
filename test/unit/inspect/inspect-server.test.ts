import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { costOf } from '../../../src/cli/cost';
import { openSubject } from '../../../src/cli/inspect/open-subject';
import { Inspector } from '../../../src/inspect/inspector';
import { serveInspector, type InspectServer } from '../../../src/inspect/inspect-server';
import type { CallRecord, PageEvent, CallVerdict } from '../../../src/inspect/inspect-wire';
import { temporaryDirectory } from '../../support/temporary-directory';

// The page itself is tried in a browser by test/deep; here its bytes don't matter.
const FILES = new Map([
  ['/', { type: 'text/html', body: '<p>the page</p>' }],
  ['/page.js', { type: 'text/javascript', body: 'export {}' }],
]);

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: InspectServer;
let port: number;
let token: string;
let cookie: string;

const send = (
  path: string,
  { method = 'GET', body, ...headers }: Record<string, string | undefined> = {},
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, setHost: false, headers: given as Record<string, string> },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: text }),
        );
      },
    );
    request.on('error', reject).end(body);
  });

const home = () => `127.0.0.1:${port}`;
const visit = (path: string, more: Record<string, string | undefined> = {}) =>
  send(path, { host: home(), cookie, ...more });
const act = (path: string, body: unknown, more: Record<string, string | undefined> = {}) =>
  visit(path, {
    method: 'POST',
    origin: `http://${home()}`,
    'content-type': 'application/json',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...more,
  });

// Follows the events until one of them satisfies the condition.
const followed = (wanted: (event: PageEvent) => boolean): Promise<PageEvent> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path: '/events', headers: { cookie } },
      (response) => {
        let rest = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          const lines = (rest + part).split('\n\n');
          rest = lines.pop()!;
          for (const line of lines) {
            const event = JSON.parse(line.slice('data: '.length)) as PageEvent;
            if (!wanted(event)) continue;
            request.destroy();
            resolve(event);
          }
        });
      },
    );
    request.on('error', reject).end();
  });

const callIn = (event: PageEvent, id: number): CallRecord | undefined =>
  'calls' in event ? event.calls.find((call) => call.id === id) : undefined;

const ended = async (id: number): Promise<CallRecord> => {
  const over = (event: PageEvent) => !['running', undefined].includes(callIn(event, id)?.state);
  return callIn(await followed(over), id)!;
};

beforeAll(async () => {
  const cwd = temporaryDirectory('tw-inspect');
  const io = { cwd, env: { HOME: cwd }, stdout: () => undefined, stderr: () => undefined };
  const listener = { log: () => undefined, changed: () => undefined };
  const { subject } = await openSubject([], io, {}, listener);
  server = await serveInspector(new Inspector(subject, costOf), FILES);
  const url = new URL(server.newUrl());
  port = Number(url.port);
  token = url.searchParams.get('token')!;
  for (const wrong of ['', token.slice(1), `${token}x`])
    expect((await send(`/?token=${wrong}`, { host: home() })).status).toBe(403);
  const first = await send(`/?token=${token}`, { host: home() });
  expect(first).toMatchObject({ status: 200, body: '<p>the page</p>' });
  const [set = ''] = first.headers['set-cookie'] ?? [];
  expect(set).toMatch(/^toolwright_inspect_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
  cookie = set.split(';')[0]!;
});

afterAll(() => server.close());

test('the token of the address works once', async () => {
  expect(token).toMatch(/^[\w-]{43}$/);
  const again = await send(`/?token=${token}`, { host: home() });
  expect(again.status).toBe(403);
  expect(again.body).toMatch(/was opened in another browser before/);
  expect(again.headers['set-cookie']).toBeUndefined();
});

test('a new address lets one more browser in, once, and leaves the first', async () => {
  const void_ = new URL(server.newUrl());
  const fresh = new URL(server.newUrl());
  const path = ({ pathname, search }: URL): string => pathname + search;
  expect((await send(path(void_), { host: home() })).status).toBe(403);
  const second = await send(path(fresh), { host: home() });
  expect(second.status).toBe(200);
  const [set = ''] = second.headers['set-cookie'] ?? [];
  expect((await send('/catalogue', { host: home(), cookie: set.split(';')[0] })).status).toBe(200);
  expect((await send(path(fresh), { host: home() })).status).toBe(403);
  expect((await visit('/')).status).toBe(200);
});

test('a browser that has the cookie gets the page again', async () => {
  expect(await visit('/')).toMatchObject({ status: 200, body: '<p>the page</p>' });
});

test.each(['/', '/page.js', '/catalogue', '/events', '/call', '/nothing', '/?token=', '/page.js?token=x'])(
  'without the cookie %s is refused',
  async (path) => {
    for (const wrong of [undefined, 'toolwright_inspect_1=x', `${cookie.split('=')[0]}=`, `x${cookie}`])
      expect(await send(path, { host: home(), cookie: wrong })).toMatchObject({ status: 403 });
  },
);

test.each([
  'evil.test',
  'evil.test:80',
  'localhost',
  '127.0.0.1',
  '127.0.0.1:1',
  '0.0.0.0',
  '[::1]',
  '',
  undefined,
])('a request by the name %s is refused, cookie or not', async (host) => {
  const name = host === 'evil.test' || host === '0.0.0.0' || host === '[::1]' ? `${host}:${port}` : host;
  expect((await visit('/', { host: name })).status).toBe(421);
});

test('a request that names its host twice is refused', async () => {
  const status = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (part: Buffer) => {
      resolve(part.toString().split('\r\n')[0]!);
      socket.destroy();
    });
    socket.write(`GET / HTTP/1.1\r\nHost: ${home()}\r\nHost: evil.test\r\nCookie: ${cookie}\r\n\r\n`);
  });
  expect(status).toBe('HTTP/1.1 400 Bad Request');
});

test('both names of the loopback are answered', async () => {
  expect((await visit('/', { host: `localhost:${port}` })).status).toBe(200);
});

test.each(['http://evil.test', 'null', 'https://127.0.0.1', 'http://127.0.0.1:1', ''])(
  'a request from the origin %p is refused',
  async (origin) => {
    expect((await visit('/catalogue', { origin })).status).toBe(403);
    expect((await act('/call', { tool: 'echo', args: {} }, { origin })).status).toBe(403);
  },
);

test('an action without an origin is refused', async () => {
  expect((await act('/call', { tool: 'echo', args: {} }, { origin: undefined })).status).toBe(403);
});

test('what another site fetches or frames is refused, a link from it is not', async () => {
  const from = (mode: string, dest: string) =>
    visit('/', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode, 'sec-fetch-dest': dest });
  expect((await from('no-cors', 'script')).status).toBe(403);
  expect((await from('navigate', 'iframe')).status).toBe(403);
  expect((await from('navigate', 'document')).status).toBe(200);
});

test('every answer forbids scripts, markup and requests of others, refusals included', async () => {
  const answers = [await visit('/'), await visit('/catalogue'), await visit('/nothing'), await send('/', {})];
  for (const { headers } of answers) {
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.join(' ')).not.toMatch(/unsafe|\*|https?:/);
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  }
});

test.each([
  ['/call', 'nonsense', 400, /JSON object/],
  ['/call', [], 400, /JSON object/],
  ['/call', { tool: 1, args: {} }, 400, /tool must be a text/],
  ['/call', { tool: 'echo', args: [] }, 400, /args must be an object/],
  ['/cancel', { id: 99 }, 400, /There is no call 99/],
  ['/answer', { id: 99, number: 1, action: 'shout' }, 400, /action must be one of/],
  ['/save', { ids: [], runner: 'jest' }, 400, /ids must be a list of numbers/],
  ['/toString', {}, 404, /nothing at/],
  ['/read', { uri: 'nowhere://x' }, 502, /nowhere:\/\/x/],
  ['/prompt', { name: 'nothing', args: {} }, 502, /nothing/],
])('%s %p is answered with %i and the reason', async (path, body, status, reason) => {
  const answer = await act(path, body);
  expect(answer.status).toBe(status);
  expect((JSON.parse(answer.body) as { problem: string }).problem).toMatch(reason);
});

test('wrong methods, types and addresses are answered, and nothing ends', async () => {
  expect((await visit('/call')).status).toBe(405);
  expect((await act('/', {})).status).toBe(405);
  expect((await act('/call', '{}', { 'content-type': 'text/plain' })).status).toBe(400);
  expect((await visit('//')).status).toBe(400);
  expect((await visit('http://evil.test/')).status).toBe(400);
  expect((await visit('/')).status).toBe(200);
});

test('the catalogue has every tool with its cost', async () => {
  const { tools, total, isApp, savesTests } = JSON.parse((await visit('/catalogue')).body);
  expect({ isApp, savesTests }).toEqual({ isApp: true, savesTests: false });
  expect(tools.map(({ name }: { name: string }) => name)).toContain('read_file');
  const costs = tools.map(({ name, cost }: { name: string; cost?: { tokens: number } }) => [
    name,
    cost?.tokens,
  ]);
  expect(new Map<string, number>(costs).get('read_file')).toBeGreaterThan(20);
  expect(total.tokens).toBeGreaterThan(1000);
});

test('a call is followed to its end, with its cost, verdict and spans', async () => {
  const { id } = JSON.parse((await act('/call', { tool: 'echo', args: { message: 'hi' } })).body);
  const call = await ended(id);
  expect(call).toMatchObject({ tool: 'echo', state: 'done', verdict: { policy: 'silent' } });
  expect(JSON.stringify(call.result)).toContain('hi');
  expect(call.cost!.tokens).toBeGreaterThan(0);
  expect(call.spans.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['call echo']);
  const saved = JSON.parse((await act('/save', { ids: [id], runner: 'jest' })).body);
  expect(saved.file).toBe(`echo-call-${id}.jsonl`);
  expect(JSON.parse(saved.text)).toMatchObject({ tool: 'echo', args: { message: 'hi' } });
});

test('calls that code makes are noted under the call that runs it', async () => {
  const command = 'await tools.echo({ message: "a" }); return await tools.echo({ message: "b" });';
  const { id } = JSON.parse((await act('/call', { tool: 'run', args: { command } })).body);
  const { spans, state, result } = await ended(id);
  expect({ state, result: JSON.stringify(result) }).toMatchObject({ state: 'done' });
  expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
    ['run', undefined],
    ['echo', 0],
    ['echo', 0],
  ]);
});

test('the policy’s refusal names its rule, before and in a call', async () => {
  const given = { tool: 'read_file', args: { path: '/etc/passwd' } };
  const verdict = JSON.parse((await act('/explain', given)).body) as CallVerdict;
  expect(verdict).toMatchObject({ policy: 'refused', consent: { needed: false } });
  expect(verdict.decisions.at(-1)).toMatchObject({ allowed: false });
  expect(verdict.decisions.at(-1)!.rule).not.toBe('');
  const { id } = JSON.parse((await act('/call', given)).body);
  expect(await ended(id)).toMatchObject({ state: 'failed', verdict: { policy: 'refused' } });
  const wrong = JSON.parse((await act('/explain', { tool: 'read_file', args: {} })).body) as CallVerdict;
  expect(wrong).toMatchObject({ policy: 'invalid', problems: [{ field: 'path' }] });
});

test('an unknown tool ends the call with its reason', async () => {
  const { id } = JSON.parse((await act('/call', { tool: 'nothing', args: {} })).body);
  expect(await ended(id)).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/nothing/) as string,
  });
});
