import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { HttpSettings } from '../../src/config/http-settings';
import { createHttpHandler, Logger, openApp, type HttpHandler } from '../../src/embed';
import { defineApp, defineTool, type ToolContext } from '../../src/index';
import { argNotesOf } from '../../src/metadata';
import { tokenHash } from '../../src/serve/http/auth/token-file';
import { afterTest, modernHeaders } from '../support/http';
import { modernMeta } from '../support/modern';
import { temporaryDirectory } from '../support/temporary-directory';

// Who is known: by the callback `principal`, by a token, or nobody.
type Auth = 'principal' | 'tokens' | 'none';
type Form = 'node' | 'fetch';
type Headers = Record<string, string>;

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Door {
  readonly form: Form;
  readonly auth: Auth;
  readonly handler: HttpHandler;
  readonly records: string[];
  /** Sends one message as somebody; a text is sent as it is. */
  send(message: unknown, headers?: Headers, who?: string): Promise<Answer>;
}

const USERS: Record<string, string> = { alice: 'mcp read', bob: 'other', carol: '' };
const FORMS: readonly (readonly [Form, Auth])[] = (['node', 'fetch'] as const).flatMap((form) =>
  (['principal', 'tokens', 'none'] as const).map((auth) => [form, auth] as const),
);

const NO_ARGS = { type: 'object', properties: {}, additionalProperties: false } as const;
const tool = (name: string, run: (args: object, context: ToolContext) => unknown) =>
  defineTool({ name, description: `Do ${name}.`, inputSchema: NO_ARGS, run });
const tools = [
  tool('secret', () => 'the secret'),
  tool(
    'waits',
    (_args, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('told to return'))),
  ),
  defineTool({
    name: 'runs',
    description: 'Run a command.',
    inputSchema: {
      type: 'object',
      properties: { line: { type: 'string', description: 'A line' } },
      additionalProperties: false,
    },
    access: { line: 'command' },
    run: () => 'ran',
  }),
];

const modern = (method: string, params: object = {}): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta: modernMeta() },
});
const LIST = modern('tools/list');
const CALL = modern('tools/call', { name: 'secret', arguments: {} });
const HELLO = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

function configFile(http: object, auth: Auth): string[] {
  const directory = temporaryDirectory('toolwright-handler');
  const tokens = join(directory, 'tokens.txt');
  const lines = Object.entries(USERS).map(
    ([name, scopes]) => `${name} sha256:${tokenHash(`${name}-token`)} ${scopes}\n`,
  );
  writeFileSync(tokens, lines.join(''), { mode: 0o600 });
  const config = join(directory, 'toolwright.yaml');
  writeFileSync(config, JSON.stringify({ http: { ...(auth === 'tokens' && { tokens }), ...http } }));
  return ['--config', config];
}

function callerIn(source: object): { id: string; scopes: string[] } | undefined {
  const { headers } = source as { headers: Headers | globalThis.Headers };
  const user = headers instanceof globalThis.Headers ? headers.get('x-user') : headers['x-user'];
  return user ? { id: user, scopes: (USERS[user] ?? '').split(' ').filter(Boolean) } : undefined;
}

async function door(form: Form, auth: Auth, http: object): Promise<Door> {
  const records: string[] = [];
  const log = new Logger('test', [
    { wants: () => true, write: (record) => records.push(JSON.stringify(record)) },
  ]);
  const args = configFile(http, auth);
  const open = await openApp(defineApp({ tools }), {
    cwd: temporaryDirectory('toolwright'),
    env: {},
    args,
    log,
  });
  afterTest(() => open.close());
  const handler = await createHttpHandler(open, auth === 'principal' ? { principal: callerIn } : {});
  afterTest(() => handler.close());
  const deliver = form === 'node' ? await nodeDelivery(handler) : fetchDelivery(handler);
  return {
    form,
    auth,
    handler,
    records,
    send: (message, headers = {}, who = 'alice') => {
      const own = {
        principal: { 'x-user': who },
        tokens: { authorization: `Bearer ${who}-token` },
        none: {},
      };
      const { method } = Object(message) as { method?: string };
      const { _meta, name } =
        (Object(message) as { params?: { _meta?: object; name?: string } }).params ?? {};
      return deliver(typeof message === 'string' ? message : JSON.stringify(message), {
        host: 'localhost',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(_meta && modernHeaders(method!, name)),
        ...(who && own[auth]),
        ...headers,
      });
    },
  };
}

type Deliver = (body: string, headers: Headers) => Promise<Answer>;

async function nodeDelivery(handler: HttpHandler): Promise<Deliver> {
  const server = createServer(handler.node as RequestListener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return (body, headers) =>
    new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path: '/mcp', method: 'POST', headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => (text += String(chunk)));
        const { statusCode: status = 0 } = response;
        response.on('end', () => resolve({ status, headers: response.headers as Headers, text }));
      });
      sent.on('error', reject);
      sent.end(body);
    });
}

function fetchDelivery(handler: HttpHandler): Deliver {
  return async (body, { host, ...headers }) => {
    const response = await handler.fetch(
      new Request(`http://${host}/mcp`, { method: 'POST', headers, body }),
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    };
  };
}

async function begun({ send }: Door, who: string): Promise<Headers> {
  const { headers } = await send(HELLO, {}, who);
  return { 'mcp-session-id': headers['mcp-session-id'] ?? 'none', 'mcp-protocol-version': '2025-11-25' };
}

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const NEVER_COUNTS = 'would never count: without authentication nobody';

interface Row {
  readonly http: object;
  /** What is seen of the setting, which is expected to be `sees`. */
  readonly probe: (door: Door) => Promise<unknown>;
  readonly sees: unknown;
  /** What is seen where it differs. */
  readonly unless?: (form: Form, auth: Auth) => unknown;
}

let later = 0;
const now = Date.now;
beforeEach(() => {
  later = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + later);
});
afterEach(() => jest.restoreAllMocks());

const refusedAlone = (_form: Form, auth: Auth): unknown => (auth === 'none' ? NEVER_COUNTS : undefined);

const COUNTS: Record<string, Row> = {
  url: {
    http: { url: 'https://tools.example.com/mcp' },
    probe: async ({ send }) => (await send(LIST, { host: 'tools.example.com' })).status,
    sees: 200,
  },
  hosts: {
    http: { hosts: ['tools.example.com'] },
    probe: async ({ send }) => [
      (await send(LIST, { host: 'tools.example.com' })).status,
      (await send(LIST, { host: 'evil.example' })).status,
    ],
    sees: [200, 403],
  },
  origins: {
    http: { origins: ['https://notes.example.com'] },
    probe: async ({ send }) => [
      (await send(LIST, { origin: 'https://notes.example.com' })).status,
      (await send(LIST, { origin: 'https://evil.example' })).status,
    ],
    sees: [200, 403],
  },
  tools: {
    http: { tools: ['runs'] },
    probe: async ({ send }) => (await send(LIST)).text.includes('"runs"'),
    sees: true,
  },
  tokens: {
    http: {},
    probe: async ({ send }) => (await send(LIST, {}, '')).status,
    sees: 401,
    unless: (_form, auth) => (auth === 'none' ? 200 : undefined),
  },
  jwt: {
    http: { jwt: { issuer: 'https://login.example.com', audience: 'x' } },
    probe: async ({ send }) => (await send(LIST, { authorization: 'Bearer none' }, '')).status,
    sees: 401,
  },
  requiredScopes: {
    http: { required_scopes: ['mcp'] },
    probe: async ({ send }) => {
      const seen: unknown[] = [];
      for (const who of ['alice', 'bob', 'carol'])
        for (const message of [CALL, HELLO]) seen.push((await send(message, {}, who)).status);
      const { headers, text } = await send(CALL, {}, 'bob');
      return [...seen, /error="(\w+)"/.exec(headers['www-authenticate']!)?.[1], text.includes('the secret')];
    },
    sees: [200, 200, 403, 403, 403, 403, 'insufficient_scope', false],
    unless: refusedAlone,
  },
  principals: {
    http: { principals: { alice: { tools: ['secret'] } } },
    probe: async ({ send }) => [
      (await send(LIST)).text.includes('"waits"'),
      (await send(CALL)).status,
      (await send(CALL, {}, 'bob')).status,
    ],
    sees: [false, 200, 403],
    unless: refusedAlone,
  },
  scopes: {
    http: { scopes: { read: { tools: ['secret'] } } },
    probe: async ({ send }) => [
      (await send(LIST)).text.includes('"waits"'),
      (await send(CALL)).status,
      (await send(CALL, {}, 'bob')).status,
    ],
    sees: [false, 200, 403],
    unless: refusedAlone,
  },
  rate: {
    http: { rate: 3 },
    probe: async ({ send }) => {
      const statuses: number[] = [];
      for (let sent = 0; sent < 4; sent++) statuses.push((await send(LIST)).status);
      return [...statuses, (await send(LIST, {}, 'bob')).status];
    },
    sees: [200, 200, 200, 429, 200],
    unless: (_form, auth) => (auth === 'none' ? [200, 200, 200, 200, 200] : undefined),
  },
  maxBody: {
    http: { max_body: 1_000 },
    probe: async ({ send }) => (await send({ ...LIST, padding: 'x'.repeat(2_000) })).status,
    sees: 413,
  },
  heartbeat: {
    http: { heartbeat: 1, drain: 0 },
    probe: async ({ send, handler }) => {
      const answer = send(modern('tools/call', { name: 'waits', arguments: {} }));
      // Two signs of life are a second apart.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      await handler.close();
      return (await answer).text.includes(': \n\n');
    },
    sees: true,
  },
  maxSessions: {
    http: { max_sessions: 1 },
    probe: async (at) => {
      const first = await begun(at, 'alice');
      return [(await at.send(HELLO, {}, 'bob')).status, (await at.send(ping, first)).status];
    },
    sees: [429, 200],
    // Nobody's older session makes room for nobody's.
    unless: (_form, auth) => (auth === 'none' ? [200, 404] : undefined),
  },
  maxSessionsEach: {
    http: { max_sessions_each: 1 },
    probe: async (at) => {
      const first = await begun(at, 'alice');
      const second = await begun(at, 'alice');
      return [(await at.send(ping, first)).status, (await at.send(ping, second)).status];
    },
    sees: [404, 200],
  },
  sessionIdle: {
    http: { session_idle: 5 },
    probe: async (at) => {
      const session = await begun(at, 'alice');
      const before = (await at.send(ping, session)).status;
      later += 6_000;
      return [before, (await at.send(ping, session)).status];
    },
    sees: [200, 404],
  },
  drain: {
    http: { drain: 0 },
    probe: async ({ send, handler }) => {
      const answer = send(modern('tools/call', { name: 'waits', arguments: {} }));
      await new Promise((resolve) => setTimeout(resolve, 100));
      await handler.close();
      return (await answer).text.includes('told to return');
    },
    sees: true,
  },
  trustProxy: {
    http: { trust_proxy: ['127.0.0.1'] },
    probe: async ({ send }) => (await send(LIST, { 'x-forwarded-host': 'evil.example' })).status,
    sees: 403,
    // It can't be seen there who connected.
    unless: (form) => (form === 'fetch' ? 200 : undefined),
  },
  accessLog: {
    http: { access_log: true },
    probe: async ({ send, records }) => {
      await send(CALL);
      while (!records.some((record) => record.includes('POST /mcp 200')))
        await new Promise((resolve) => setTimeout(resolve, 5));
      return true;
    },
    sees: true,
  },
};

describe('a setting under http counts in a handler of both forms, whoever authenticates', () => {
  test.each(Object.entries(COUNTS))(
    '%s',
    async (_name, { http, probe, sees, unless }) => {
      for (const [form, auth] of FORMS) {
        const seen = await door(form, auth, http).then(probe, (error: Error) =>
          error.message.includes(NEVER_COUNTS) ? NEVER_COUNTS : error,
        );
        later = 0;
        expect({ form, auth, seen }).toEqual({ form, auth, seen: unless?.(form, auth) ?? sees });
      }
    },
    60_000,
  );
});

test('a setting under http either counts in a handler, or docs/http.md says that it is for a server that listens', () => {
  const page = readFileSync(join(__dirname, '../../docs/http.md'), 'utf8');
  const [, listed = ''] =
    /count, except those of a server that listens by itself: ([^.]*)\./.exec(page) ?? [];
  const exempt = [...listed.matchAll(/`(\w+)`/g)].map(([, name]) => name);
  const notes = argNotesOf(HttpSettings);
  expect(notes.filter(({ key }) => !(key in COUNTS)).map(({ wireName }) => wireName)).toEqual(exempt);
});
