import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHttpHandler, openApp } from '../../src/embed';
import { defineApp, defineTool, Prompt, Resource, type ToolContext } from '../../src/index';
import { makeGrants } from '../../src/app/wiring/make-grants';
import { tokenHash } from '../../src/serve/http/auth/token-file';
import { ask, begin, messagesOf, modernHeaders, post, served } from '../support/http';
import { modernMeta } from '../support/modern';
import { temporaryDirectory } from '../support/temporary-directory';

const NO_ARGS = { type: 'object', properties: {}, additionalProperties: false } as const;
const HIDDEN = ['secret_vault', 'secret_route', 'system_info', 'search_files'];

const vaultCalls: string[] = [];
const vault = defineTool({
  name: 'secret_vault',
  description: 'Open the vault.',
  inputSchema: NO_ARGS,
  run: (_args, { door }) => {
    vaultCalls.push(door);
    return 'gold';
  },
});
const routed = defineTool({
  name: 'secret_route',
  description: 'Route a request.',
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', description: 'Where', 'x-mcp-header': 'Region' } },
    additionalProperties: false,
  } as never,
  run: () => 'routed',
});
const reaches = defineTool({
  name: 'reaches',
  description: 'Call another tool.',
  inputSchema: NO_ARGS,
  run: async (_args, context: ToolContext) => (await context.call('secret_vault')).result,
});

@Prompt({ name: 'opens', description: 'Open it in a prompt.' })
class Opens {
  async render(_args: unknown, context: ToolContext): Promise<string> {
    return JSON.stringify((await context.call('secret_vault')).result);
  }

  complete(): string[] {
    return ['completed by the prompt'];
  }
}

@Resource({ uri: 'vault://{name}', description: 'Open it in a resource.' })
class Vault {
  async read(_variables: Record<string, string>, context: ToolContext): Promise<unknown> {
    return (await context.call('secret_vault')).result;
  }

  complete(): string[] {
    return ['completed by the resource'];
  }
}

const TOKENS: readonly [name: string, token: string, ...scopes: string[]][] = [
  ['alice', 'alice-token'],
  ['bare', 'bare-token'],
  ['root', 'root-token'],
  ['carol', 'carol-low', 'low'],
  ['carol', 'carol-high', 'low', 'high'],
];

async function start(): Promise<string> {
  const directory = temporaryDirectory('toolwright-grants');
  const tokens = join(directory, 'tokens.txt');
  const lines = TOKENS.map(
    ([name, token, ...scopes]) => `${name} sha256:${tokenHash(token)} ${scopes.join(' ')}\n`,
  );
  writeFileSync(tokens, lines.join(''), { mode: 0o600 });
  const config = join(directory, 'toolwright.yaml');
  const http = {
    tokens,
    principals: {
      alice: { tools: ['reaches', 'echo', 'run'], prompts: true, resources: true },
      root: {},
      bare: { tools: ['echo'], prompts: false, resources: false },
    },
    scopes: { low: { tools: ['echo'] }, high: { tools: ['secret_vault'] } },
  };
  writeFileSync(config, JSON.stringify({ http, prefix: '' }));
  const { url } = await served(
    {
      tools: [vault, routed, reaches],
      prompts: [Opens],
      resources: [Vault],
      packs: ['utility', 'files', 'system', 'guide', 'code', 'operations'],
    },
    '--config',
    config,
  );
  return url;
}

const as = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
});

beforeEach(() => vaultCalls.splice(0));
afterEach(() => expect(vaultCalls).toEqual([]));

describe('a tool that is not granted can be neither called nor seen', () => {
  const completing = (uri: string): object => ({
    ref: { type: 'ref/resource', uri },
    argument: { name: 'name', value: 's' },
  });
  const guide = (...words: string[]): object => ({
    name: 'guide',
    arguments: Object.fromEntries(words.map((word, at) => [`arg${at + 1}`, word])),
  });
  const tool = (name: string, args: object = {}): object => ({ name, arguments: args });

  test.each<[string, string, object]>([
    ['the list', 'tools/list', {}],
    ['the names that a call suggests', 'tools/call', tool('secret_vaul')],
    ['finding', 'tools/call', tool('find_tools', { query: 'open the vault' })],
    ['the names that call_tool suggests', 'tools/call', tool('call_tool', { name: 'secret_vaul' })],
    ['all functions in code', 'tools/call', tool('run', { command: 'Object.keys(tools).join()' })],
    ['all signatures in code', 'tools/call', tool('run', { command: 'ot.tools()' })],
    ['the help in code', 'tools/call', tool('run', { command: "ot.help('vault')" })],
    ['all tools as a resource', 'resources/read', { uri: 'onetool://tools' }],
    ['the names that a resource suggests', 'resources/read', { uri: 'onetool://tool/secret_vaul' }],
    ['completing a name', 'completion/complete', completing('onetool://tool/{name}')],
    ['completing a description', 'completion/complete', completing('onetool://description/{name}')],
    ['the names that a command of a prompt suggests', 'prompts/get', guide(':secret_vaul')],
    ['the names that the help of a prompt suggests', 'prompts/get', guide(':help', 'secret_vaul')],
  ])('%s', async (_what, method, params) => {
    const url = await start();
    const [some, everything] = await Promise.all(
      ['alice-token', 'root-token'].map(async (token) =>
        JSON.stringify(await ask(url, method, { ...params }, as(token))),
      ),
    );
    expect(everything).toContain('secret_vault');
    // What the caller wrote itself comes back in errors.
    for (const name of HIDDEN) expect(some!.replaceAll(/secret_vaul\b/g, '')).not.toContain(name);
  });

  test.each([
    ['tools/call', { name: 'secret_vault', arguments: {} }],
    ['tools/call', { name: 'call_tool', arguments: { name: 'secret_vault', arguments: {} } }],
    ['tools/call', { name: 'run', arguments: { command: 'await tools.secret_vault({})' } }],
    ['tools/call', { name: 'run', arguments: { command: "await tools['secret_' + 'vault']({})" } }],
    ['tools/call', { name: 'reaches', arguments: {} }],
    ['prompts/get', { name: 'opens', arguments: {} }],
    ['prompts/get', { name: 'guide', arguments: { arg1: ':secret_vault' } }],
    ['prompts/get', { name: 'guide', arguments: { arg1: ':help', arg2: 'secret_vault' } }],
    ['resources/read', { uri: 'vault://door' }],
    ['resources/read', { uri: 'onetool://tool/secret_vault' }],
    ['resources/read', { uri: 'onetool://description/secret_vault' }],
  ])('%s %j', async (method, params) => {
    const url = await start();
    const answer = JSON.stringify(await ask(url, method, params, as('alice-token')));
    expect(answer).not.toContain('gold');
    expect(answer).not.toContain('Open the vault');
  });

  test('a header that it would need is not asked for', async () => {
    const url = await start();
    const params = { name: 'secret_route', arguments: { region: 'x' } };
    const { error } = await ask(url, 'tools/call', params, as('alice-token'));
    expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/Unknown tool/) });
  });

  test('in a legacy session', async () => {
    const url = await start();
    const headers = await begin(url, as('alice-token').headers);
    const send = async (method: string, params: object): Promise<string> =>
      JSON.stringify(await messagesOf(await post(url, { jsonrpc: '2.0', id: 1, method, params }, headers)));
    for (const answer of [
      await send('tools/list', {}),
      await send('resources/read', { uri: 'onetool://tools' }),
      await send('tools/call', { name: 'call_tool', arguments: { name: 'secret_vaul' } }),
    ])
      for (const name of HIDDEN) expect(answer.replaceAll(/secret_vaul\b/g, '')).not.toContain(name);
    expect(await send('prompts/get', { name: 'opens' })).not.toContain('gold');
  });
});

describe('whoever is granted no prompts and no resources', () => {
  const refs = [
    { type: 'ref/prompt', name: 'opens' },
    { type: 'ref/resource', uri: 'vault://{name}' },
    { type: 'ref/resource', uri: 'onetool://tool/{name}' },
  ];

  test.each(refs)('gets no completions of them: %j', async (ref) => {
    const url = await start();
    const params = { ref, argument: { name: 'name', value: '' } };
    expect((await ask(url, 'completion/complete', params, as('alice-token'))).result).toBeDefined();
    expect((await ask(url, 'completion/complete', params, as('bare-token'))).error?.code).toBe(-32601);
  });

  test.each(['prompts/list', 'resources/list', 'resources/templates/list'])('has no %s', async (method) => {
    const url = await start();
    expect((await ask(url, method, {}, as('alice-token'))).result).toBeDefined();
    expect((await ask(url, method, {}, as('bare-token'))).error?.code).toBe(-32601);
  });
});

describe('a grant that names tools or packs brings no prompts and no resources that it doesn’t state', () => {
  const LISTS = ['prompts/list', 'resources/list', 'resources/templates/list'];

  test('in the lists, in what can be read and rendered, and in a session', async () => {
    const url = await start();
    for (const [method, params] of [
      ...LISTS.map((list) => [list, {}] as const),
      ['resources/read', { uri: 'onetool://tools' }] as const,
      ['prompts/get', { name: 'guide', arguments: { arg1: ':help' } }] as const,
    ])
      expect((await ask(url, method, params, as('carol-high'))).error?.code).toBe(-32601);
    const headers = await begin(url, as('carol-high').headers);
    for (const method of LISTS)
      expect(
        (await messagesOf(await post(url, { jsonrpc: '2.0', id: 1, method, params: {} }, headers)))[0],
      ).toMatchObject({ error: { code: -32601 } });
    for (const method of LISTS) expect((await ask(url, method, {}, as('root-token'))).result).toBeDefined();
  });

  const NAMED = { tools: ['echo'] };
  test.each<[own: object | undefined, scopes: readonly object[], offered: boolean]>([
    [NAMED, [], false],
    [{ packs: ['own'] }, [], false],
    [{ tools: [] }, [], false],
    [{ ...NAMED, roots: ['/srv'] }, [], false],
    [{ ...NAMED, prompts: true, resources: true }, [], true],
    [{}, [], true],
    [{ roots: ['/srv'] }, [], true],
    [{ prompts: false, resources: false }, [], false],
    [undefined, [NAMED], false],
    [NAMED, [{ packs: ['own'] }], false],
    [NAMED, [{}], true],
    [NAMED, [{ packs: ['own'], prompts: true, resources: true }], true],
    [{}, [NAMED], true],
    [{ ...NAMED, prompts: true, resources: true }, [{ prompts: false, resources: false }], false],
  ])('%j with the scopes %j: %p', async (own, scopes, offered) => {
    const http = {
      tokens: 'tokens.txt',
      principals: own ? { ada: own } : {},
      scopes: Object.fromEntries(scopes.map((scope, at) => [`scope${at}`, scope])),
    };
    const config = join(temporaryDirectory('toolwright-grants'), 'toolwright.yaml');
    writeFileSync(config, JSON.stringify({ http }));
    const app = defineApp({ tools: [vault], packs: ['utility'] });
    const open = await openApp(app, { env: {}, args: ['--config', config] });
    const share = makeGrants(open.setup)({ id: 'ada', scopes: Object.keys(http.scopes) });
    expect({ prompts: share?.prompts, resources: share?.resources }).toEqual({
      prompts: offered,
      resources: offered,
    });
    await open.close();
  });
});

test('a session serves only the grants that it was begun with', async () => {
  const url = await start();
  const session = await begin(url, as('carol-high').headers);
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const status = async (token: string): Promise<number> =>
    (await post(url, list, { ...session, ...as(token).headers })).status;
  expect(await status('carol-high')).toBe(200);
  expect(await status('carol-low')).toBe(404);
  expect(await status('carol-high')).toBe(200);
});

describe('what would let everyone in who was to be kept out is refused', () => {
  const configured = (http: object): string[] => {
    const config = join(temporaryDirectory('toolwright-grants'), 'toolwright.yaml');
    writeFileSync(config, JSON.stringify({ http }));
    return ['--config', config];
  };
  const UNHELD: readonly (readonly [object, RegExp])[] = [
    [{ principals: { alice: { tools: ['reaches'] } } }, /http\.principals would never count/],
    [{ scopes: { read: {} } }, /http\.scopes would never count/],
    [{ required_scopes: ['read'] }, /toolwright\.yaml:1:\d+: http\.required_scopes would never count/],
  ];
  const WITHOUT_ISSUER: readonly (readonly [object, RegExp])[] = [
    [{ jwt: { audience: 'https://tools.example.com' } }, /http\.jwt\.audience would never count/],
    [{ jwt: { jwks: 'https://example.com/jwks' } }, /http\.jwt\.jwks would never count/],
    [{ jwt: { algorithms: ['ES256'] } }, /http\.jwt\.algorithms would never count/],
    [{ jwt: { principal_claim: 'email' } }, /http\.jwt\.principal_claim would never count/],
  ];

  test.each([...UNHELD, ...WITHOUT_ISSUER])('by a server without authentication: %j', async (http, why) => {
    await expect(served({ tools: [reaches] }, ...configured(http))).rejects.toThrow(why);
  });

  test.each([...UNHELD, ...WITHOUT_ISSUER])('by a handler without authentication: %j', async (http, why) => {
    const open = await openApp(defineApp({ tools: [reaches] }), { env: {}, args: configured(http) });
    await expect(createHttpHandler(open)).rejects.toThrow(why);
    await open.close();
  });

  test('all at once', async () => {
    const config = configured({ required_scopes: ['read'], scopes: { read: {} } });
    await expect(served({ tools: [reaches] }, ...config)).rejects.toThrow('has 2 problems');
  });

  test('settings of tokens beside other tokens are refused too: none of the kind is let in', async () => {
    const tokens = join(temporaryDirectory('toolwright-grants'), 'tokens');
    writeFileSync(tokens, `alice sha256:${tokenHash('alice-token')}\n`);
    const config = configured({ tokens, jwt: { audience: 'https://tools.example.com' } });
    await expect(served({ tools: [reaches] }, ...config)).rejects.toThrow(/http\.jwt\.audience would never/);
  });

  test('a caller whom the server around a handler names needs the required scopes like any other', async () => {
    const open = await openApp(defineApp({ tools: [reaches] }), {
      env: {},
      args: configured({ required_scopes: ['read'] }),
    });
    const status = async (scopes?: string[]): Promise<number> => {
      const handler = await createHttpHandler(open, {
        principal: () => ({ id: 'alice', ...(scopes && { scopes }) }),
      });
      const request = new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          ...modernHeaders('tools/list'),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/list',
          params: { _meta: modernMeta() },
        }),
      });
      const answered = (await handler.fetch(request)).status;
      await handler.close();
      return answered;
    };
    expect([await status(), await status(['write']), await status(['write', 'read'])]).toEqual([
      403, 403, 200,
    ]);
    await open.close();
  });
});
