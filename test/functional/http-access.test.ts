import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, type ToolContext } from '../../src/index';
import { Logger } from '../../src/logger';
import { tokenHash } from '../../src/serve/http/auth/token-file';
import { ask, begin, connectSdk1Http, mounted, post, served } from '../support/http';
import { modernMeta } from '../support/modern';
import { temporaryDirectory } from '../support/temporary-directory';

const NO_ARGS = { type: 'object', properties: {}, additionalProperties: false } as const;
const tool = (
  name: string,
  run: (args: Record<string, unknown>, context: ToolContext) => unknown,
  more: object = {},
) => defineTool({ name, description: `Do ${name}.`, inputSchema: NO_ARGS, run, ...more });

const tools = [
  tool('public_one', () => 'one'),
  tool('public_two', (_args, { session }) => session?.principal ?? 'nobody'),
  tool('reaches', async (_args, context) => {
    const outcome = await context.call('public_one').catch((error: Error) => error.message);
    return typeof outcome === 'string' ? outcome : 'reached';
  }),
  tool('asks', async (_args, { session }) => (await session!.ask!({ message: 'Sure?' })).action),
  tool('large', () => 'word '.repeat(4_000)),
  tool('roots', async (_args, { session }) => JSON.stringify(await session?.roots?.())),
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

const USERS: Record<string, string[]> = { alice: ['read'], bob: [], carol: ['read', 'write'] };

function configured(http: object, more: object = {}): string[] {
  const directory = temporaryDirectory('toolwright-access');
  const tokens = join(directory, 'tokens.txt');
  const lines = Object.entries(USERS).map(
    ([name, scopes]) => `${name} sha256:${tokenHash(`${name}-token`)} ${scopes.join(' ')}\n`,
  );
  writeFileSync(tokens, lines.join(''), { mode: 0o600 });
  const config = join(directory, 'toolwright.yaml');
  writeFileSync(config, JSON.stringify({ http: { tokens, ...http }, answers: { budget: 0 }, ...more }));
  return ['--config', config];
}

const as = (name: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${name}-token` },
});

async function names(url: string, who: string): Promise<string[]> {
  const { result } = await ask(url, 'tools/list', {}, as(who));
  return (result!['tools'] as { name: string }[]).map(({ name }) => name);
}

async function text(url: string, name: string, who: string): Promise<unknown> {
  const { result, error } = await ask(url, 'tools/call', { name, arguments: {} }, as(who));
  return error ? error.code : (result!['content'] as { text: string }[])[0]!.text;
}

describe('authentication', () => {
  test('is asked for with a challenge that leads to the metadata', async () => {
    const { url } = await served({ tools }, ...configured({ required_scopes: ['read'] }));
    const anonymous = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(anonymous.status).toBe(401);
    const { origin } = new URL(url);
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    expect(anonymous.headers.get('www-authenticate')).toBe(
      `Bearer scope="read", resource_metadata="${metadata}"`,
    );
    expect(await (await fetch(metadata)).json()).toEqual({
      resource: url,
      scopes_supported: ['read'],
      bearer_methods_supported: ['header'],
    });
    const wrong = await post(url, {}, { authorization: 'Bearer none' });
    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ]);
    const scopeless = await post(url, {}, as('bob').headers);
    expect([scopeless.status, scopeless.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('error="insufficient_scope"'),
    ]);
    expect(await text(url, 'public_two', 'alice')).toBe('alice');
  });

  test('is never taken from the query', async () => {
    const { url } = await served({ tools }, ...configured({}));
    expect((await post(`${url}?access_token=alice-token`, {})).status).toBe(401);
  });

  test('slows down whoever guesses, after sixty attempts', async () => {
    const { url } = await served({ tools }, ...configured({}));
    const statuses = await Promise.all(
      Array.from(
        { length: 200 },
        async (_, n) => (await post(url, {}, { authorization: `Bearer guess${n}` })).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
    expect((await ask(url, 'tools/list', {}, as('alice'))).result).toBeDefined();
  });
});

describe('grants', () => {
  const GRANTS = {
    principals: { alice: { tools: ['reaches', 'public_two'] }, carol: {} },
    scopes: { write: { tools: ['runs'] }, read: { tools: ['roots'], roots: ['/srv/read'] } },
  };

  test('let everyone list and call only their own', async () => {
    const { url } = await served({ tools }, ...configured(GRANTS));
    expect(await names(url, 'alice')).toEqual(['public_two', 'reaches', 'roots']);
    expect(await names(url, 'carol')).toEqual(tools.map(({ name }) => name));
    expect(await text(url, 'public_one', 'alice')).toBe(-32602);
    expect(await text(url, 'public_one', 'carol')).toBe('one');
    const nothing = await post(url, {}, as('bob').headers);
    expect(nothing.status).toBe(403);
  });

  test('hold for what a tool calls in turn', async () => {
    const { url } = await served({ tools }, ...configured(GRANTS));
    expect(await text(url, 'reaches', 'alice')).toBe('Unknown tool: public_one');
    expect(await text(url, 'reaches', 'carol')).toBe('reached');
  });

  test('hold for legacy sessions too, and no name of another tool is suggested', async () => {
    const { url } = await served({ tools }, ...configured(GRANTS));
    const headers = await begin(url, as('alice').headers);
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'public_one' } };
    const { error } = (await (await post(url, call, headers)).json()) as {
      error: { code: number; message: string };
    };
    expect(error).toMatchObject({
      code: -32001,
      message: 'Unknown tool: public_one. Did you mean public_two?',
    });
  });

  test('set the roots and the size of answers', async () => {
    const { url } = await served(
      { tools },
      ...configured(
        { scopes: { read: { roots: ['/srv/read'], answer_budget: 200 } } },
        { answers: { budget: 12_000 } },
      ),
    );
    expect(await text(url, 'roots', 'alice')).toBe('["/srv/read"]');
    const large = await ask(url, 'tools/call', { name: 'large', arguments: {} }, as('alice'));
    const cut = JSON.stringify(large.result!['content']);
    expect(cut.length).toBeLessThan(2_000);
    const handle = /\b[0-9A-Za-z]{22}\b/.exec(cut)?.[0];
    const read = async (who: string) =>
      (await ask(url, 'tools/call', { name: 'read_result', arguments: { handle } }, as(who))).result?.[
        'isError'
      ] === true;
    expect([handle === undefined, await read('alice'), await read('carol')]).toEqual([false, false, true]);
  });

  test('limit the rate of each principal', async () => {
    const { url } = await served(
      { tools },
      ...configured({ rate: 12, principals: { alice: {}, carol: { rate: 0 } } }),
    );
    const many = (who: string) =>
      Promise.all(
        Array.from(
          { length: 15 },
          async () => (await post(url, { jsonrpc: '2.0', id: 1, method: 'ping' }, as(who).headers)).status,
        ),
      );
    const limited = await many('alice');
    expect(limited).toContain(429);
    expect(limited.filter((status) => status === 200 || status === 400).length).toBeGreaterThanOrEqual(12);
    expect(await many('carol')).not.toContain(429);
  });

  test('take a client that begins with a burst, up to the number that is set', async () => {
    const { url } = await served({ tools }, ...configured({ rate: 30 }));
    // `initialize`, `initialized` and the stream are requests too.
    const client = await connectSdk1Http(url, undefined, as('alice').headers);
    for (let listed = 0; listed < 3; listed++) await client.listTools();
    for (let called = 0; called < 24; called++) await client.callTool({ name: 'public_one' });
    await expect(
      Promise.all(Array.from({ length: 30 }, () => client.callTool({ name: 'public_one' }))),
    ).rejects.toThrow('Too many requests');
  });
});

describe('what runs commands', () => {
  test('is off over HTTP unless it is named', async () => {
    const off = await served({ tools });
    const list = await ask(off.url, 'tools/list');
    expect(JSON.stringify(list.result)).not.toContain('"runs"');
    expect((await ask(off.url, 'tools/call', { name: 'runs', arguments: {} })).error?.code).toBe(-32602);
    expect(off.stderr()).toContain('Not offered over HTTP unless named in http.tools: runs.');
    const on = await served({ tools }, '--http-tool', 'runs');
    expect(JSON.stringify((await ask(on.url, 'tools/list')).result)).toContain('"runs"');
  });

  test('of the shipped tools: none that writes is offered', async () => {
    const { url } = await served({ packs: ['files', 'system', 'guide', 'utility'] });
    const { result } = await ask(url, 'tools/list');
    const listed = result!['tools'] as { name: string; annotations: { readOnlyHint: boolean } }[];
    expect(listed.filter(({ annotations }) => !annotations.readOnlyHint)).toEqual([]);
    expect(listed.length).toBeGreaterThan(10);
  });
});

describe('what belongs to a principal', () => {
  test('a session of another does not exist', async () => {
    const { url } = await served({ tools }, ...configured({}));
    const own = await begin(url, as('alice').headers);
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await post(url, list, own)).status).toBe(200);
    const foreign = { ...own, ...as('bob').headers };
    expect((await post(url, list, foreign)).status).toBe(404);
    expect((await fetch(url, { method: 'DELETE', headers: foreign })).status).toBe(404);
    expect((await fetch(url, { headers: { ...foreign, accept: 'text/event-stream' } })).status).toBe(404);
    expect((await post(url, list, own)).status).toBe(200);
  });

  test('the state of a question can be used by nobody else, changed, moved or used again', async () => {
    const { url } = await served({ tools }, ...configured({}));
    const capabilities = { elicitation: { form: {} } };
    const call = (params: object, who: string) =>
      ask(url, 'tools/call', { name: 'asks', arguments: {}, ...params }, { ...as(who), capabilities });
    const asked = (await call({}, 'alice')).result!;
    expect(asked['resultType']).toBe('input_required');
    const requestState = asked['requestState'] as string;
    const [key] = Object.keys(asked['inputRequests'] as object);
    const inputResponses = { [key!]: { action: 'accept', content: {} } };
    const refused = async (state: string, who: string) =>
      (await call({ requestState: state, inputResponses }, who)).error?.message ?? 'let in';
    expect(await refused(requestState, 'bob')).toContain('another caller');
    for (const at of [0, 5, 40, requestState.length - 1]) {
      const other = requestState[at] === 'A' ? 'B' : 'A';
      expect(
        await refused(requestState.slice(0, at) + other + requestState.slice(at + 1), 'alice'),
      ).toContain('refused');
    }
    expect((await call({ requestState, inputResponses }, 'alice')).result).toMatchObject({
      content: [{ text: 'accept' }],
    });
    expect(await refused(requestState, 'alice')).toContain('already used');
  });
});

describe('a mounted handler', () => {
  test('takes the caller from the server around it', async () => {
    const { url } = await mounted(
      { tools },
      {
        principal: (request) => {
          const user = (request as { headers: Record<string, string> }).headers['x-user'];
          return user === undefined ? undefined : { id: user };
        },
      },
    );
    expect(
      (await ask(url, 'tools/call', { name: 'public_two', arguments: {} }, { headers: { 'x-user': 'dora' } }))
        .result,
    ).toMatchObject({
      content: [{ text: 'dora' }],
    });
    expect(
      (await post(url, { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: modernMeta() } })).status,
    ).toBe(401);
  });
});

test('another interface is refused without authentication, with the cure', async () => {
  await expect(served({ tools }, '--http', '0.0.0.0:0')).rejects.toThrow(
    'Set http.tokens or http.jwt.issuer',
  );
  const { url } = await served({ tools }, ...configured({}), '--http-host', 'localhost');
  expect(url).toContain('127.0.0.1');
});

describe('a proxy', () => {
  const forwarded = {
    'x-forwarded-host': 'tools.example.com',
    'x-forwarded-proto': 'https',
    'x-forwarded-for': '203.0.113.9',
  };

  test('that is trusted says where a request came from, and where it was sent', async () => {
    const { url } = await served(
      { tools },
      ...configured({ url: 'https://tools.example.com/mcp', trust_proxy: ['127.0.0.1'] }),
    );
    const refused = await post(url, {}, forwarded);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer resource_metadata="https://tools.example.com/.well-known/oauth-protected-resource/mcp"',
    ]);
    const other = { ...forwarded, 'x-forwarded-host': 'evil.example' };
    expect((await post(url, {}, other)).status).toBe(403);
  });

  test('without authentication lets nobody in from elsewhere', async () => {
    const { url } = await served(
      { tools },
      '--http-trust-proxy',
      '127.0.0.1',
      '--http-url',
      'https://tools.example.com/mcp',
    );
    expect((await post(url, {}, forwarded)).status).toBe(403);
    expect((await ask(url, 'tools/list')).result).toBeDefined();
  });
});

test('the access log says who called what, and no secret', async () => {
  const records: string[] = [];
  const log = new Logger('test', [
    { wants: () => true, write: (record) => records.push(JSON.stringify(record)) },
  ]);
  const { url } = await mounted({ tools }, { args: [...configured({ access_log: true })], log });
  const headers = await begin(url, as('alice').headers);
  await ask(`${url}?secret=in-the-query`, 'tools/call', { name: 'public_one', arguments: {} }, as('alice'));
  while (!records.some((record) => record.includes('public_one')))
    await new Promise((resolve) => setTimeout(resolve, 10));
  const written = records.join('\n');
  expect(written).toContain('"principal":"alice"');
  expect(written).toContain('"rpc":"initialize"');
  for (const secret of ['alice-token', headers['mcp-session-id']!, 'in-the-query'])
    expect(written).not.toContain(secret);
});
