import { request } from 'node:http';
import { connect } from 'node:net';
import { defineTool, type ToolContext } from '../../src/index';
import { begin, post, served } from '../support/http';
import { modernHeaders, ask } from '../support/http';
import { modernMeta } from '../support/modern';

const app = {
  tools: [
    defineTool({
      name: 'noisy',
      description: 'Report much.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      run: async (_args, context: ToolContext) => {
        const message = 'x'.repeat(64 * 1024);
        for (let n = 0; n < 2_000 && !context.signal.aborted; n++) {
          context.progress({ progress: n, message });
          if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        ended();
        return 'done';
      },
    }),
  ],
};
let ended = (): void => undefined;

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: modernMeta() } };

// fetch doesn't let a caller choose Host, or send what is not HTTP.
function raw(
  url: string,
  headers: Record<string, string>,
  body = JSON.stringify(LIST),
  method = 'POST',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers: { 'content-type': 'application/json', ...modernHeaders('tools/list'), ...headers },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode!);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

// Sends bytes and returns what came back until the server ended the connection.
function bytes(url: string, ...pieces: string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    for (const piece of pieces) socket.write(piece);
  });
}

describe('a page that rebinds a name of its own to this machine', () => {
  test.each([
    { host: 'evil.example' },
    { host: 'evil.example:3000' },
    { host: 'localhost.evil.example' },
    { host: '127.0.0.1.nip.io' },
    { host: '0.0.0.0' },
    { host: '[::ffff:127.0.0.1]' },
    { origin: 'https://evil.example' },
    { origin: 'http://evil.example:3000' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { host: 'evil.example', 'x-forwarded-host': 'localhost' },
    { 'x-forwarded-for': '127.0.0.1', host: 'evil.example' },
  ])('is refused: %j', async (headers) => {
    const { url } = await served(app);
    expect(await raw(url, headers as Record<string, string>)).toBe(403);
    expect(await raw(url, {})).toBe(200);
  });

  test('is refused before a preflight tells it anything', async () => {
    const { url } = await served(app);
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    expect(await raw(url, headers, '', 'OPTIONS')).toBe(403);
  });
});

describe('a request that is not as it has to be', () => {
  test.each<[number, string, RequestInit]>([
    [415, 'no type', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }],
    [
      415,
      'a form',
      { method: 'POST', body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ],
    [415, 'nearly JSON', { method: 'POST', body: '{}', headers: { 'content-type': 'application/jsonx' } }],
    [
      406,
      'wanting HTML',
      { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', accept: 'text/html' } },
    ],
    [
      406,
      'wanting JSON alone',
      {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
      },
    ],
    [400, 'not JSON', { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } }],
    [400, 'a batch', { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } }],
    [400, 'no message', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }],
    [400, 'nothing', { method: 'POST', headers: { 'content-type': 'application/json' } }],
    [
      400,
      'a fraction as id',
      {
        method: 'POST',
        body: '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      400,
      'without a session',
      { method: 'POST', body: JSON.stringify(PING), headers: { 'content-type': 'application/json' } },
    ],
    [
      404,
      'with a session made up',
      {
        method: 'POST',
        body: JSON.stringify(PING),
        headers: { 'content-type': 'application/json', 'mcp-session-id': 'made-up' },
      },
    ],
    [
      400,
      'of an unknown revision',
      {
        method: 'POST',
        body: JSON.stringify(PING),
        headers: { 'content-type': 'application/json', 'mcp-protocol-version': '1999-01-01' },
      },
    ],
    [405, 'PUT', { method: 'PUT', body: '{}' }],
    [405, 'PATCH', { method: 'PATCH', body: '{}' }],
    [405, 'GET without a session', { method: 'GET' }],
    [405, 'DELETE without a session', { method: 'DELETE' }],
    [
      404,
      'GET of a session made up',
      { method: 'GET', headers: { 'mcp-session-id': 'made-up', accept: 'text/event-stream' } },
    ],
    [
      406,
      'GET wanting JSON',
      { method: 'GET', headers: { 'mcp-session-id': 'made-up', accept: 'application/json' } },
    ],
  ])('gets %i: %s', async (status, _what, init) => {
    const { url } = await served(app);
    const response = await fetch(url, init);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: {} });
  });

  test('gets 404 on another path', async () => {
    const { url } = await served(app);
    for (const path of [
      '/',
      '/mcp/',
      '/mcp/../mcp2',
      '/MCP',
      '//mcp',
      '/.well-known/oauth-protected-resource',
    ])
      expect((await post(`${new URL(url).origin}${path}`, LIST)).status).toBe(404);
  });

  test('gets 413 if it is too long, whether it says so or not', async () => {
    const { url } = await served(app, '--http-max-body', '2000');
    expect(await raw(url, {}, 'x'.repeat(3_000))).toBe(413);
    const { hostname, port } = new URL(url);
    const head = `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const piece = `400\r\n${'x'.repeat(1024)}\r\n`;
    expect(await bytes(url, head, piece, piece, piece)).toMatch(/^HTTP\/1\.1 413 /);
    const lying = `POST /mcp HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n`;
    expect(await bytes(url, lying)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('gets 431 if its headers are too large, and 400 if they are not HTTP', async () => {
    const { url } = await served(app, '--http-max-headers', '2000');
    expect(await raw(url, { 'x-much': 'x'.repeat(4_000) })).toBe(431);
    expect(await bytes(url, 'NOT HTTP AT ALL\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    const { host } = new URL(url);
    expect(await bytes(url, 'POST /mcp HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(
      await bytes(url, `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    ).toMatch(/^HTTP\/1\.1 400 /);
  });

  // Node keeps the first, and a proxy in front may have judged the other.
  test.each([
    ['the same twice', (host: string) => [host, host]],
    ['ours first', (host: string) => [host, 'evil.test']],
    ['ours last', (host: string) => ['evil.test', host]],
  ])('names its host twice: %s', async (_, hosts) => {
    const { url } = await served(app);
    const lines = hosts(new URL(url).host).map((host, index) => `${index ? 'hOST' : 'Host'}: ${host}\r\n`);
    const answer = await bytes(url, `GET /mcp HTTP/1.1\r\n${lines.join('')}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('A request has one Host');
  });

  // A second request is hidden in the first: whoever reads the lengths otherwise would answer both.
  describe('gets no second answer by the headers', () => {
    const LENGTHS = [
      'Content-Length: 4\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 4',
      'Content-Length: 4\r\nContent-Length: 400',
      'Content-Length: 4, 400',
      'Content-Length: +4',
      'Content-Length: 0x4',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding : chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding:\r\n chunked',
      'Content-Length: 4\r\n\tContinued: 1',
      'X: y\nContent-Length: 4',
    ];
    let answers: string[];
    // All at once, since a server that waits for more of a request waits until its time is over.
    beforeAll(async () => {
      const { url } = await served(app, '--http-request-timeout', '1');
      const { host } = new URL(url);
      const hidden = `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`;
      const start = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`;
      answers = await Promise.all(
        LENGTHS.map((lengths) => bytes(url, `${start}${lengths}\r\n\r\n0\r\n\r\n${hidden}`)),
      );
    });

    test.each(LENGTHS.map((lengths, index) => [lengths, index] as const))('%j', (_lengths, index) => {
      expect(answers[index]).not.toContain('ok\n');
      expect(answers[index]).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    });
  });
});

describe('a client that is slow', () => {
  test('to send its headers or its body is ended', async () => {
    const { url } = await served(app, '--http-request-timeout', '1');
    const { host } = new URL(url);
    const head = `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n`;
    const [slowHeaders, slowBody] = await Promise.all([
      bytes(url, head),
      bytes(url, `${head}\r\n`, '{"jsonrpc"'),
    ]);
    expect(slowHeaders).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(slowBody).toMatch(/^(HTTP\/1\.1 408 |$)/);
  });

  test('or silent is disconnected', async () => {
    const { url } = await served(app, '--http-silence', '1');
    expect(await bytes(url)).toBe('');
  });

  test('to read its stream is disconnected, and its call is cancelled', async () => {
    const { url } = await served(app);
    const over = new Promise<void>((resolve) => (ended = resolve));
    const { host, hostname, port } = new URL(url);
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'noisy', arguments: {}, _meta: modernMeta({}, { progressToken: 1 }) },
    };
    const body = JSON.stringify(message);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.pause();
    const headers = Object.entries(modernHeaders('tools/call', 'noisy')).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${headers.join('')}\r\n${body}`,
    );
    await over;
    socket.destroy();
    expect(await raw(url, {})).toBe(200);
  });
});

describe('sessions', () => {
  test('are never begun with an id of the client', async () => {
    const { url } = await served(app);
    const fixed = await begin(url, { 'mcp-session-id': 'chosen-by-an-attacker' });
    expect(fixed['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect((await post(url, PING, { 'mcp-session-id': 'chosen-by-an-attacker' })).status).toBe(404);
  });

  test('are bounded: the longest silent one makes room, and one that is in use does not', async () => {
    const { url } = await served(app, '--http-max-sessions-each', '2');
    const first = await begin(url);
    const second = await begin(url);
    const leave = new AbortController();
    const stream = await fetch(url, {
      headers: { ...second, accept: 'text/event-stream' },
      signal: leave.signal,
    });
    expect(stream.status).toBe(200);
    const third = await begin(url);
    expect((await post(url, PING, first)).status).toBe(404);
    expect((await post(url, PING, second)).status).toBe(200);
    const more = await fetch(url, {
      headers: { ...third, accept: 'text/event-stream' },
      signal: leave.signal,
    });
    expect(more.status).toBe(200);
    await expect(begin(url)).rejects.toThrow('429');
    leave.abort();
  });

  test('end when they are silent for too long', async () => {
    const { url } = await served(app, '--http-session-idle', '1');
    const headers = await begin(url);
    const found = async (): Promise<boolean> => (await post(url, PING, headers)).status === 200;
    expect(await found()).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await found()).toBe(false);
  });

  test('have one stream, and no request twice at the same time', async () => {
    const { url } = await served(app);
    const headers = await begin(url);
    const leave = new AbortController();
    const open = () =>
      fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal: leave.signal });
    expect((await open()).status).toBe(200);
    expect((await open()).status).toBe(409);
    leave.abort();
  });

  test('that no client began are not opened by an error', async () => {
    const { url } = await served(app);
    const wrong = await post(url, { jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    expect(wrong.headers.get('mcp-session-id')).toBeNull();
  });
});

test('what a page of an allowed origin needs is allowed, and nothing of others', async () => {
  const { url } = await served(app, '--http-origin', 'https://app.example.com');
  const headers = {
    origin: 'https://app.example.com',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type, mcp-session-id',
  };
  const preflight = await fetch(url, { method: 'OPTIONS', headers });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://app.example.com',
  ]);
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type, mcp-session-id');
  const answer = await post(url, LIST, { ...modernHeaders('tools/list'), origin: 'https://app.example.com' });
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example.com');
  expect((await ask(url, 'tools/list')).result).toBeDefined();
});
