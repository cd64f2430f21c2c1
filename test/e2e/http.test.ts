import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterTest, ask, modernHeaders, post, type Reply } from '../support/http';
import { modernMeta } from '../support/modern';
import { needs } from '../support/needs';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const SLOW_APP = `
const { defineApp, defineTool } = require(${JSON.stringify(join(__dirname, '..', '..', 'dist', 'index.js'))});
const { appendFileSync } = require('node:fs');
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
module.exports = defineApp({
  name: 'slow',
  tools: [
    defineTool({ name: 'slow', description: 'Take a while.', inputSchema, run: () => {
      appendFileSync(process.env.EVENTS, 'began\\n');
      return new Promise((resolve) => setTimeout(() => resolve('done'), 700));
    } }),
    defineTool({ name: 'asks', description: 'Ask.', inputSchema, run: async (_args, { session }) => (await session.ask({ message: 'Sure?' })).action }),
    defineTool({ name: 'quick', description: 'Be quick.', inputSchema, run: () => 'quick' }),
  ],
  close: () => appendFileSync(process.env.EVENTS, 'closed\\n'),
});
`;

interface Child {
  readonly url: string;
  readonly child: ChildProcess;
  readonly events: () => string;
  readonly stderr: () => string;
}

async function started(args: string[], env: Record<string, string> = {}): Promise<Child> {
  const directory = temporaryDirectory('toolwright-http-e2e');
  const app = join(directory, 'app.cjs');
  writeFileSync(app, SLOW_APP);
  const EVENTS = join(directory, 'events.txt');
  const child = spawn(process.execPath, [COMMAND, 'serve', '--app', app, '--http', '0', ...args], {
    cwd: directory,
    env: { ...process.env, ...env, EVENTS },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  afterTest(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'close');
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', () => {
      const found = /MCP server on (https?:\S+)/.exec(stderr)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.on('close', () => reject(new Error(`it ended: ${stderr}`)));
  });
  return {
    url,
    child,
    events: () => (existsSync(EVENTS) ? readFileSync(EVENTS, 'utf8') : ''),
    stderr: () => stderr,
  };
}

const call = (url: string, name: string, more: Parameters<typeof ask>[3] = {}): Promise<Reply> =>
  ask(url, 'tools/call', { name, arguments: {} }, more);

// Many calls are made over few connections, which fetch doesn't promise.
function quickCall(url: string, agent: Agent): Promise<string> {
  const params = { name: 'quick', arguments: {}, _meta: modernMeta() };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...modernHeaders('tools/call', 'quick'),
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve(text));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s answers what was accepted, takes nothing new, and runs the close hooks',
  async (signal) => {
    const { url, child, events } = await started(['--http-leave', '0.1']);
    const { origin } = new URL(url);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const calls = Array.from({ length: 5 }, () => call(url, 'slow'));
    while (events().split('began').length < 6) await new Promise((resolve) => setTimeout(resolve, 10));
    const ended = once(child, 'close');
    child.kill(signal);
    for (const answer of await Promise.all(calls))
      expect(answer.result).toMatchObject({ content: [{ text: 'done' }] });
    expect(await ended).toEqual([0, null]);
    expect(events()).toMatch(/closed\n$/);
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  },
);

test('a server that leaves says so on /readyz, and takes calls until nobody sends it any more', async () => {
  const { url, child } = await started(['--http-leave', '60']);
  const { origin } = new URL(url);
  const ready = async (): Promise<number> => (await fetch(`${origin}/readyz`)).status;
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  while ((await ready()) !== 503);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  expect((await call(url, 'quick')).result).toBeDefined();
  // A second signal waits for nothing.
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
});

test('an open stream does not hold the server up', async () => {
  const { url, child } = await started([]);
  const message = {
    jsonrpc: '2.0',
    id: 5,
    method: 'subscriptions/listen',
    params: { notifications: { toolsListChanged: true }, _meta: modernMeta() },
  };
  const stream = await post(url, message, modernHeaders('subscriptions/listen'));
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  expect(await stream.text()).toContain('"resultType":"complete"');
  expect(await ended).toEqual([0, null]);
});

test('two processes without affinity answer every call, with the same list, and go on with questions of the other', async () => {
  const directory = temporaryDirectory('toolwright-states');
  const env = {
    TOOLWRIGHT_STATE_SECRET: 'a secret that both of them share',
    TOOLWRIGHT_CLIENTS_USED_STATES: directory,
  };
  const [one, two] = await Promise.all([started([], env), started([], env)]);
  const urls = [one.url, two.url];
  const lists = (): Promise<string[]> =>
    Promise.all(
      urls.map(async (url) => {
        const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: modernMeta() } };
        return (await post(url, message, modernHeaders('tools/list'))).text();
      }),
    );
  const before = await lists();
  const agent = new Agent({ keepAlive: true });
  const callers = Array.from({ length: 20 }, async (_, caller) => {
    let right = 0;
    for (let n = 0; n < 500; n++) {
      const answer = await quickCall(urls[(caller + n) % 2]!, agent);
      if (answer.includes('"content":[{"type":"text","text":"quick"}]')) right++;
    }
    return right;
  });
  const right = (await Promise.all(callers)).reduce((sum, one) => sum + one, 0);
  agent.destroy();
  expect(right).toBe(10_000);
  expect(new Set([...before, ...(await lists())]).size).toBe(1);
  const capabilities = { elicitation: { form: {} } };
  const asked = (await call(one.url, 'asks', { capabilities })).result!;
  const [key] = Object.keys(asked['inputRequests'] as object);
  const answered = {
    requestState: asked['requestState'],
    inputResponses: { [key!]: { action: 'accept', content: {} } },
  };
  const again = (url: string): Promise<Reply> =>
    ask(url, 'tools/call', { name: 'asks', arguments: {}, ...answered }, { capabilities });
  expect((await again(two.url)).result).toMatchObject({ content: [{ text: 'accept' }] });
  expect((await again(one.url)).error?.message).toContain('already used');
  expect((await again(two.url)).error?.message).toContain('already used');
});

describe('JSON Web Tokens', () => {
  const AUDIENCE = 'https://tools.example.com/mcp';

  function keyPair(kid: string): { kid: string; key: KeyObject; jwk: object } {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    return {
      kid,
      key: privateKey,
      jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' },
    };
  }

  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

  function jwt({ kid, key }: { kid: string; key: KeyObject }, claims: object, header: object = {}): string {
    const text = `${part({ alg: 'ES256', kid, ...header })}.${part(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  }

  test('are verified with keys that rotate; forged, foreign and old ones are refused', async () => {
    const first = keyPair('first');
    const second = keyPair('second');
    const stranger = keyPair('first');
    let keys = [first.jwk];
    let asked = 0;
    const issuerServer = createServer((incoming, response) => {
      const base = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
      response.setHeader('content-type', 'application/json');
      if (incoming.url === '/jwks') asked++;
      response.end(
        JSON.stringify(incoming.url === '/jwks' ? { keys } : { issuer: base, jwks_uri: `${base}/jwks` }),
      );
    });
    await new Promise<void>((resolve) => issuerServer.listen(0, '127.0.0.1', resolve));
    afterTest(async () => {
      issuerServer.closeAllConnections();
      await new Promise((resolve) => issuerServer.close(resolve));
    });
    const issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
    const { url, stderr } = await started([
      ...['--http-jwt-issuer', issuer, '--http-jwt-audience', AUDIENCE, '--http-access-log'],
    ]);
    const exp = Math.floor(Date.now() / 1000) + 600;
    const good = { iss: issuer, aud: AUDIENCE, sub: 'alice', exp, scope: 'read write' };
    const status = async (token: string): Promise<number> => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: modernMeta() } };
      const headers = { ...modernHeaders('tools/list'), authorization: `Bearer ${token}` };
      return (await post(url, message, headers)).status;
    };
    const token = jwt(first, good);
    expect([await status(token), await status(token)]).toEqual([200, 200]);
    expect(asked).toBe(1);
    const [head, claims, signature] = token.split('.') as [string, string, string];
    const forged = [
      jwt(stranger, good),
      jwt(first, { ...good, aud: 'https://other.example.com' }),
      jwt(first, { ...good, iss: 'https://login.evil.example' }),
      jwt(first, { ...good, exp: exp - 6_000 }),
      jwt(first, { ...good, nbf: exp }),
      jwt(first, { iss: issuer, aud: AUDIENCE, sub: 'alice' }),
      jwt(first, { iss: issuer, aud: AUDIENCE, exp }),
      jwt(first, { ...good, sub: 7 }),
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ alg: 'none', kid: 'first' })}.${claims}.${signature}`,
      `${part({ alg: 'HS256', kid: 'first' })}.${claims}.${signature}`,
      `${head}.${part({ ...good, sub: 'root' })}.${signature}`,
      `${head}.${claims}.${signature.slice(0, -4)}AAAA`,
      'a.b.c',
    ];
    for (const bad of forged.slice(0, 8)) expect([bad, await status(bad)]).toEqual([bad, 401]);
    for (const bad of forged.slice(8)) expect([401, 429]).toContain(await status(bad));
    keys = [second.jwk];
    const rotated = jwt(second, good);
    // The keys are asked for again every few seconds at most.
    while ((await status(rotated)) !== 200) await new Promise((resolve) => setTimeout(resolve, 1_000));
    const { origin } = new URL(url);
    const metadata = (await (await fetch(`${origin}/.well-known/oauth-protected-resource`)).json()) as object;
    expect(metadata).toMatchObject({ authorization_servers: [issuer] });
    expect(stderr()).toContain('alice');
    for (const secret of [token, signature]) expect(stderr()).not.toContain(secret);
  });
});

needs('openssl').test(
  'HTTPS is served with a certificate, and connections that nobody used do not hold up the end',
  async () => {
    const directory = temporaryDirectory('toolwright-tls');
    const made = spawnSync('openssl', [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost'.split(
        ' ',
      ),
      ...[
        '-addext',
        'subjectAltName=DNS:localhost,IP:127.0.0.1',
        '-keyout',
        join(directory, 'key.pem'),
        '-out',
        join(directory, 'cert.pem'),
      ],
    ]);
    expect(made.status).toBe(0);
    const { url, child } = await started([
      '--http-drain',
      '3600',
      '--http-cert',
      join(directory, 'cert.pem'),
      '--http-key',
      join(directory, 'key.pem'),
    ]);
    expect(url).toMatch(/^https:/);
    const ca = readFileSync(join(directory, 'cert.pem'));
    const params = { name: 'quick', arguments: {}, _meta: modernMeta() };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    const headers = { 'content-type': 'application/json', ...modernHeaders('tools/call', 'quick') };
    const answer = await new Promise<string>((resolve, reject) =>
      httpsRequest(url, { method: 'POST', ca, headers }, (response) =>
        response.on('data', (chunk: Buffer) => resolve(chunk.toString())),
      )
        .on('error', reject)
        .end(body),
    );
    expect(answer).toContain('"text":"quick"');
    const port = Number(new URL(url).port);
    const plain = connect(port, '127.0.0.1');
    const secure = connectTls({ port, host: '127.0.0.1', ca });
    await Promise.all([once(plain, 'connect'), once(secure, 'secureConnect')]);
    for (const socket of [plain, secure]) socket.on('error', () => undefined);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
  },
);

test('a port that is taken is named, with the cure', async () => {
  const { url } = await started([]);
  const { host } = new URL(url);
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'serve', '--http', host], {
    encoding: 'utf8',
    cwd: temporaryDirectory('toolwright-taken'),
  });
  expect(status).toBe(2);
  expect(stderr).toContain(`${host} is taken by another program`);
  expect(stderr).not.toContain(' at ');
});

test('another interface is refused without authentication', () => {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'serve', '--http', '0.0.0.0:3999'], {
    encoding: 'utf8',
    cwd: temporaryDirectory('toolwright-open'),
  });
  expect(status).toBe(2);
  expect(stderr).toContain('without authentication');
  expect(stderr).toContain('docs/http.md');
});

test('toolwright token stores only the hash', () => {
  const directory = temporaryDirectory('toolwright-token');
  const made = spawnSync(
    process.execPath,
    [COMMAND, 'token', 'alice', '--scope', 'read', '--file', 'tokens.txt'],
    {
      encoding: 'utf8',
      cwd: directory,
    },
  );
  const stored = readFileSync(join(directory, 'tokens.txt'), 'utf8');
  expect(stored).toMatch(/^alice sha256:[0-9a-f]{64} read\n$/);
  expect(made.stdout).toMatch(/^[\w-]{43}\n$/);
  expect(stored).not.toContain(made.stdout.trim());
});
