import { Client as Client2, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { once } from 'node:events';
import { connect } from 'node:net';
import { defineTool, type AppContext, type ToolContext } from '../../src/index';
import {
  afterTest,
  ask,
  begin,
  connectSdk1Http,
  messagesOf,
  modernHeaders,
  post,
  served,
} from '../support/http';
import { MODERN, modernMeta } from '../support/modern';

const NO_ARGS = { type: 'object', properties: {}, additionalProperties: false } as const;

const echo = defineTool({
  name: 'echo',
  description: 'Return the text.',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string', description: 'A text', 'x-mcp-header': 'Text' } },
    required: ['text'],
    additionalProperties: false,
  } as never,
  run: ({ text }) => String(text),
});

const steps = defineTool({
  name: 'steps',
  description: 'Report progress and log records.',
  inputSchema: NO_ARGS,
  run: async (_args, context: ToolContext) => {
    context.progress({ progress: 1, total: 2 });
    context.log.info('half way');
    await new Promise((resolve) => setImmediate(resolve));
    return 'done';
  },
});

const book = defineTool({
  name: 'book',
  description: 'Ask before booking.',
  inputSchema: NO_ARGS,
  run: async (_args, { session }: ToolContext) => {
    const answer = await session!.ask!({
      message: 'Really?',
      schema: { type: 'object', properties: { sure: { type: 'boolean' } } },
    });
    return `${answer.action} ${JSON.stringify(answer.content)}`;
  },
});

const waits = defineTool({
  name: 'waits',
  description: 'Wait until cancelled.',
  inputSchema: NO_ARGS,
  run: (_args, { signal }: ToolContext) =>
    new Promise<string>((resolve) =>
      signal.addEventListener('abort', () => {
        stopped();
        resolve('stopped');
      }),
    ),
});

let stopped = (): void => undefined;
let context: AppContext;
const app = {
  tools: [echo, steps, book, waits],
  config: { answers: { budget: 0 } },
  start: (given: AppContext) => void (context = given),
};

describe('a legacy client (SDK 1)', () => {
  test('lists and calls tools, with progress on the stream of the call', async () => {
    const { url } = await served(app);
    const client = await connectSdk1Http(url);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'echo',
      'steps',
      'book',
      'waits',
    ]);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hello' } })).toMatchObject({
      content: [{ type: 'text', text: 'hello' }],
    });
    const progress: unknown[] = [];
    await client.callTool({ name: 'steps' }, undefined, { onprogress: (update) => progress.push(update) });
    expect(progress).toEqual([{ progress: 1, total: 2 }]);
  });

  test('answers a question that travels on the stream of its own request', async () => {
    const { url } = await served(app);
    const client = new Client(
      { name: 'sdk1', version: '1' },
      { capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { sure: true } }));
    await connectSdk1Http(url, client);
    expect(await client.callTool({ name: 'book' })).toMatchObject({
      content: [{ text: 'accept {"sure":true}' }],
    });
  });

  test('is asked again on the same stream for what the question does not allow', async () => {
    const { url } = await served(app);
    const client = new Client(
      { name: 'sdk1', version: '1' },
      { capabilities: { elicitation: { form: {} } } },
    );
    const asked: string[] = [];
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: { sure: asked.length > 1 ? true : 'perhaps' } };
    });
    await connectSdk1Http(url, client);
    expect(await client.callTool({ name: 'book' })).toMatchObject({
      content: [{ text: 'accept {"sure":true}' }],
    });
    expect(asked).toEqual([expect.any(String), expect.stringContaining('sure must be a boolean')]);
  });

  test('hears on its stream that the list changed', async () => {
    const { url } = await served(app);
    const client = new Client({ name: 'sdk1', version: '1' });
    const changed = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    );
    await connectSdk1Http(url, client);
    context.registry.disable('waits');
    await changed;
    expect((await client.listTools()).tools).toHaveLength(3);
  });

  test('ends its session with DELETE', async () => {
    const { url } = await served(app);
    const headers = await begin(url);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
    const late = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers);
    expect(late.status).toBe(404);
  });

  test('gets no reply to a request that it cancelled, and the answer ends', async () => {
    const { url } = await served(app);
    const headers = await begin(url);
    const ended = new Promise<void>((resolve) => (stopped = resolve));
    const call = post(
      url,
      { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'waits' } },
      headers,
    );
    await context.registry.call('echo', { text: 'x' });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    // The call may not have arrived yet.
    const sent: Promise<unknown>[] = [];
    const again = setInterval(() => sent.push(post(url, cancel, headers)), 20);
    const answer = await call;
    clearInterval(again);
    await Promise.all(sent);
    expect(await answer.text()).toBe('');
    await ended;
  });
});

describe('a modern client', () => {
  test.each([
    ['pinned to the revision', { pin: MODERN }],
    ['that negotiates', 'auto'],
    ['of the older kind', 'legacy'],
  ])('of SDK 2 %s lists, calls and is asked', async (_how, mode) => {
    const { url } = await served(app);
    const client = new Client2(
      { name: 'sdk2', version: '1' },
      { versionNegotiation: { mode: mode as never }, capabilities: { elicitation: { form: {} } } },
    );
    client.setRequestHandler(
      'elicitation/create',
      () => ({ action: 'accept', content: { sure: true } }) as never,
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    afterTest(() => client.close());
    expect((await client.listTools()).tools).toHaveLength(4);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'hello' } })).toMatchObject({
      content: [{ type: 'text', text: 'hello' }],
    });
    expect(await client.callTool({ name: 'book' })).toMatchObject({
      content: [{ text: 'accept {"sure":true}' }],
    });
  });

  test('gets JSON where the reply is all there is, and a stream where something comes before it', async () => {
    const { url } = await served(app);
    const call = (name: string, args: object, meta: object, more: Record<string, string> = {}) =>
      post(
        url,
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name, arguments: args, _meta: { ...modernMeta(), ...meta } },
        },
        { ...modernHeaders('tools/call', name), ...more },
      );
    const plain = await call('echo', { text: 'a' }, {}, { 'mcp-param-text': 'a' });
    expect(plain.headers.get('content-type')).toBe('application/json');
    expect(plain.headers.get('mcp-session-id')).toBeNull();
    const streamed = await call(
      'steps',
      {},
      { progressToken: 'p', 'io.modelcontextprotocol/logLevel': 'info' },
    );
    expect(streamed.headers.get('content-type')).toBe('text/event-stream');
    expect((await messagesOf(streamed)).map((message) => (message as { method?: string }).method)).toEqual([
      'notifications/progress',
      'notifications/message',
      undefined,
    ]);
  });

  test('cancels a call by disconnecting', async () => {
    const { url } = await served(app);
    const ended = new Promise<void>((resolve) => (stopped = resolve));
    const leave = new AbortController();
    const call = fetch(url, {
      method: 'POST',
      signal: leave.signal,
      headers: { 'content-type': 'application/json', ...modernHeaders('tools/call', 'waits') },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'waits', _meta: modernMeta() },
      }),
    }).catch(() => undefined);
    setTimeout(() => leave.abort(), 100);
    await call;
    await ended;
  });

  test('is refused if a header differs from the body', async () => {
    const { url } = await served(app);
    const params = { name: 'echo', arguments: { text: 'a' } };
    const wrong: Record<string, string>[] = [
      { 'mcp-method': 'tools/list', 'mcp-param-text': 'a' },
      { 'mcp-name': 'steps', 'mcp-param-text': 'a' },
      { 'mcp-param-text': 'b' },
      {},
      { 'mcp-protocol-version': '2025-11-25', 'mcp-param-text': 'a' },
    ];
    for (const headers of wrong)
      expect((await ask(url, 'tools/call', params, { headers })).error).toMatchObject({ code: -32020 });
  });

  test('repeats arguments in headers at any depth, and one that no header can carry is for the schema', async () => {
    const routed = defineTool({
      name: 'routed',
      description: 'Return the place.',
      inputSchema: {
        type: 'object',
        properties: {
          place: {
            type: 'object',
            description: 'A place',
            properties: {
              region: { type: 'string', description: 'Where', 'x-mcp-header': 'Region' },
              rooms: { type: 'integer', description: 'How many', 'x-mcp-header': 'Rooms' },
            },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      } as never,
      run: ({ place }) => JSON.stringify(place),
    });
    const { url } = await served({ tools: [routed], config: { answers: { budget: 0 } } });
    const client = new Client2(
      { name: 'sdk2', version: '1' },
      { versionNegotiation: { mode: { pin: MODERN } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    afterTest(() => client.close());
    expect((await client.listTools()).tools).toHaveLength(1);
    const place = { region: 'Zürich, ', rooms: 3 };
    expect(await client.callTool({ name: 'routed', arguments: { place } })).toMatchObject({
      content: [{ text: JSON.stringify(place) }],
    });
    const send = (args: object, headers: Record<string, string>) =>
      ask(url, 'tools/call', { name: 'routed', arguments: args }, { headers });
    const right = { 'mcp-param-region': 'north', 'mcp-param-rooms': '3' };
    const inside = { place: { region: 'north', rooms: 3 } };
    expect((await send(inside, right)).result).toBeDefined();
    for (const wrong of [
      { ...right, 'mcp-param-region': 'south' },
      { ...right, 'mcp-param-rooms': '4' },
      { 'mcp-param-rooms': '3' },
    ])
      expect((await send(inside, wrong)).error).toMatchObject({ code: -32020 });
    expect((await send({}, { 'mcp-param-region': 'north' })).error).toMatchObject({ code: -32020 });
    const { result } = await send({ place: { region: ['north'], rooms: 3 } }, { 'mcp-param-rooms': '3' });
    expect(JSON.stringify(result)).toContain('region');
    expect(result!['isError']).toBe(true);
  });

  test('learns of errors by status and code', async () => {
    const { url } = await served(app);
    const send = async (
      method: string,
      meta: unknown,
      params: object = {},
      more: Record<string, string> = {},
    ) => {
      const response = await post(
        url,
        { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } },
        { ...modernHeaders(method), ...more },
      );
      return [response.status, (await messagesOf(response)).at(-1)!.error?.code];
    };
    expect(await send('no/such', modernMeta())).toEqual([404, -32601]);
    expect(await send('tools/list', {})).toEqual([400, -32602]);
    const future = { ...modernMeta(), 'io.modelcontextprotocol/protocolVersion': '2099-01-01' };
    expect(await send('tools/list', future, {}, { 'mcp-protocol-version': '2099-01-01' })).toEqual([
      400, -32022,
    ]);
    expect(await send('tools/call', modernMeta(), { name: 'none' }, { 'mcp-name': 'none' })).toEqual([
      200, -32602,
    ]);
  });

  test('listens for changed lists on a stream', async () => {
    const { url } = await served(app);
    const message = {
      jsonrpc: '2.0',
      id: 5,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: modernMeta() },
    };
    const response = await post(url, message, modernHeaders('subscriptions/listen'));
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('subscriptions/acknowledged');
    context.registry.disable('waits');
    expect((await reader.read()).value).toContain('tools/list_changed');
    await reader.cancel();
  });

  test('refuses more streams than a caller may have open, until one ends', async () => {
    const { url } = await served(app, '--clients-max-streams', '1');
    const listen = (): Promise<Response> => {
      const params = { notifications: { toolsListChanged: true }, _meta: modernMeta() };
      const message = { jsonrpc: '2.0', id: 5, method: 'subscriptions/listen', params };
      return post(url, message, modernHeaders('subscriptions/listen'));
    };
    const first = (await listen()).body!.getReader();
    await first.read();
    const refused = await listen();
    expect([refused.status, await refused.json()]).toMatchObject([429, { error: { code: -32000 } }]);
    await first.cancel();
    let again = await listen();
    for (let left = 100; left && again.status === 429; left--) again = await listen();
    expect(again.status).toBe(200);
    await again.body!.cancel();
  });
});

test('a request that takes long becomes a stream with signs of life, in both eras', async () => {
  const long = defineTool({
    name: 'long',
    description: 'Take long.',
    inputSchema: NO_ARGS,
    run: () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 2_500)),
  });
  const { url } = await served({ tools: [long] }, '--http-heartbeat', '1');
  const headers = await begin(url);
  const params = { name: 'long', arguments: {} };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const modern = { ...call, params: { ...params, _meta: modernMeta() } };
  const answers = await Promise.all([
    post(url, call, headers),
    post(url, modern, modernHeaders('tools/call', 'long')),
  ]);
  for (const answer of answers) {
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(await answer.text()).toMatch(/^: \n\n[^]*"text":"done"/);
  }
});

test('connections that were opened and never used do not hold up the end', async () => {
  const { url, close } = await served(app, '--http-drain', '3600');
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  await Promise.all([close(), once(socket, 'close')]);
});
