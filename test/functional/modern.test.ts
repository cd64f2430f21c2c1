import type { ClientOptions } from '@modelcontextprotocol/client';
import { Arg, defineTool, Tool, ToolArguments, ToolResult, type ToolContext } from '../../src/index';
import type { Task, Tasks } from '../../src/calls/call-tasks';
import { PromptRegistry } from '../../src/registries/prompt-registry';
import { ResourceRegistry } from '../../src/registries/resource-registry';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { promptsPart } from '../../src/serve/parts/prompts';
import { resourcesPart } from '../../src/serve/parts/resources';
import { Prompt, Resource } from '../../src/index';
import { modernMeta, modernRequest } from '../support/modern';
import { connectSdk2 } from '../support/modern-client';
import { RawSession, type Message } from '../support/raw-session';

class GreetArgs extends ToolArguments {
  @Arg({ description: 'Who to greet', type: 'string', maxLength: 10 })
  name!: string;
}

@Tool({ args: GreetArgs, description: 'Greet someone.' })
class Greet {
  run({ name }: GreetArgs, context: ToolContext): string {
    context.log.info(`greeting ${name}`);
    context.progress({ progress: 1, message: 'half way' });
    return `Hello ${name}, from ${context.session?.client?.name ?? 'nobody'}`;
  }
}

const numbers = defineTool({
  name: 'numbers',
  description: 'List numbers.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  run: async () => ToolResult.json([1, 2, 3]),
});

const waiting = defineTool({
  name: 'waiting',
  description: 'Wait until cancelled.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  run: (_args, context) =>
    new Promise<string>((resolve) => context.signal.addEventListener('abort', () => resolve('stopped'))),
});

@Prompt({ name: 'hello', description: 'Say hello.' })
class Hello {
  render(): string {
    return 'Say hello.';
  }
}

@Resource({ uri: 'test://note', name: 'note', description: 'A note.' })
class Note {
  read(): string {
    return 'a note';
  }
}

function registry(): ToolRegistry {
  return new ToolRegistry([Greet, numbers, waiting]);
}

function parts(tools: ToolRegistry) {
  const resources = new ResourceRegistry([Note], tools);
  return { resources, parts: [promptsPart(new PromptRegistry([Hello], tools)), resourcesPart(resources)] };
}

const MODES: Record<string, ClientOptions> = {
  pinned: {},
  auto: { versionNegotiation: { mode: 'auto' } },
  legacy: { versionNegotiation: { mode: 'legacy' } },
};

test.each(Object.keys(MODES))('the SDK 2 client works in its mode %s', async (mode) => {
  const tools = registry();
  const client = await connectSdk2(tools, { ...parts(tools), client: MODES[mode]! });
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['greet', 'numbers', 'waiting']);
  const greeted = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } });
  expect(greeted.content).toEqual([{ type: 'text', text: 'Hello Ada, from test' }]);
  expect((await client.listPrompts()).prompts).toHaveLength(1);
  expect((await client.readResource({ uri: 'test://note' })).contents).toMatchObject([{ text: 'a note' }]);
  await client.close();
});

describe('on one pipe', () => {
  let session: RawSession;
  let tools: ToolRegistry;
  let resources: ResourceRegistry;

  beforeEach(async () => {
    tools = registry();
    const offered = parts(tools);
    resources = offered.resources;
    session = await RawSession.open(tools, 'fast', { parts: offered.parts, name: 'mine', version: '3.0.0' });
  });
  afterEach(() => session.close());

  const reply = (id: unknown): Promise<Message> => session.until((message) => message['id'] === id);
  const ask = (...request: Parameters<typeof modernRequest>): Promise<Message> => {
    session.say(modernRequest(...request));
    return reply(request[0]);
  };
  const call = (id: number, name: string, args = {}, meta = modernMeta()): Promise<Message> =>
    ask(id, 'tools/call', { name, arguments: args }, meta);

  test('discovery names the revisions, the capabilities and the server', async () => {
    expect(await ask(1, 'server/discover')).toMatchObject({
      result: {
        resultType: 'complete',
        supportedVersions: expect.arrayContaining(['2026-07-28', '2025-11-25']) as unknown,
        capabilities: { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true } },
        ttlMs: 0,
        cacheScope: 'private',
        _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'mine', version: '3.0.0' } },
      },
    });
  });

  test('both eras are answered message by message', async () => {
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    };
    session.say(
      { jsonrpc: '2.0', id: 1, method: 'initialize', params: hello },
      modernRequest(2, 'tools/call', { name: 'greet', arguments: { name: 'Ada' } }),
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'greet', arguments: { name: 'Bob' } } },
    );
    expect(await reply(2)).toMatchObject({
      result: { resultType: 'complete', content: [{ text: 'Hello Ada, from test' }] },
    });
    const old = await reply(3);
    expect(old).toMatchObject({ result: { content: [{ text: 'Hello Bob, from old' }] } });
    expect(old['result']).not.toHaveProperty('resultType');
  });

  test('structured content is any JSON value', async () => {
    expect(await call(1, 'numbers')).toMatchObject({ result: { structuredContent: [1, 2, 3] } });
  });

  test('an unknown tool is -32602 with the number of the table in its data; so is an unknown resource', async () => {
    expect(await call(1, 'gret')).toMatchObject({
      error: { code: -32602, data: { code: -32001, nearest: ['greet'] } },
    });
    expect(await ask(2, 'resources/read', { uri: 'test://none' })).toMatchObject({
      error: { code: -32602, data: { code: -32002, uri: 'test://none' } },
    });
  });

  test('arguments that are wrong stay a result that the agent can correct', async () => {
    expect(await call(1, 'greet', { name: 3 })).toMatchObject({
      result: { isError: true, resultType: 'complete' },
    });
  });

  test.each([
    ['no _meta', { jsonrpc: '2.0', id: 1, method: 'server/discover', params: {} }, -32602],
    ['no params', { jsonrpc: '2.0', id: 1, method: 'server/discover' }, -32602],
    [
      'no capabilities',
      modernRequest(1, 'tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }),
      -32602,
    ],
    [
      'an unknown log level',
      modernRequest(1, 'tools/list', {}, modernMeta({}, { 'io.modelcontextprotocol/logLevel': 'loud' })),
      -32602,
    ],
    ['initialize', modernRequest(1, 'initialize'), -32601],
    ['ping', modernRequest(1, 'ping'), -32601],
    ['logging/setLevel', modernRequest(1, 'logging/setLevel', { level: 'info' }), -32601],
    ['resources/subscribe', modernRequest(1, 'resources/subscribe', { uri: 'test://note' }), -32601],
    ['a method of nobody', modernRequest(1, 'no/such'), -32601],
  ])('%s is refused', async (_what, message, code) => {
    session.say(message);
    expect(await reply(1)).toMatchObject({ error: { code } });
  });

  test('another revision is refused with those that are spoken', async () => {
    const meta = modernMeta({}, { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' });
    expect(await ask(1, 'tools/list', {}, meta)).toMatchObject({
      error: {
        code: -32022,
        data: { requested: '2099-01-01', supported: expect.arrayContaining(['2026-07-28']) as unknown },
      },
    });
  });

  test('log records arrive only for a request that names a level, progress only with a token', async () => {
    await call(1, 'greet', { name: 'Ada' });
    expect(session.heard.filter((message) => 'method' in message)).toEqual([]);
    const meta = modernMeta({}, { 'io.modelcontextprotocol/logLevel': 'info', progressToken: 'p' });
    await call(2, 'greet', { name: 'Ada' }, meta);
    const methods = session.heard.flatMap((message) => ('method' in message ? [message['method']] : []));
    expect(methods).toEqual(['notifications/message', 'notifications/progress']);
  });

  test('a cancelled call is not answered, and its tool is told', async () => {
    session.say(modernRequest(1, 'tools/call', { name: 'waiting', arguments: {} }), {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });
    await ask(2, 'server/discover');
    expect(session.heard.map((message) => message['id'])).toEqual([2]);
  });

  test('a stream acknowledges first, carries only what was asked for, and ends when cancelled', async () => {
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['test://note', 'test://none'] };
    session.say(modernRequest('s', 'subscriptions/listen', { notifications }));
    const ack = await session.until((message) => 'method' in message);
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 's' };
    expect(ack).toMatchObject({
      method: 'notifications/subscriptions/acknowledged',
      params: { _meta, notifications: { toolsListChanged: true, resourceSubscriptions: ['test://note'] } },
    });
    tools.disable('greet');
    resources.updated('test://note');
    resources.listChanged();
    const changed = await session.until(
      (message) => message['method'] === 'notifications/tools/list_changed',
    );
    expect(changed).toMatchObject({ params: { _meta } });
    expect(session.heard).toContainEqual({
      jsonrpc: '2.0',
      method: 'notifications/resources/updated',
      params: { uri: 'test://note', _meta },
    });
    session.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 's' } });
    await ask(2, 'server/discover');
    const before = session.heard.length;
    tools.enable('greet');
    await new Promise((resolve) => setImmediate(resolve));
    await ask(3, 'server/discover');
    expect(session.heard).toHaveLength(before + 1);
  });

  test('a caller has only so many streams open at once; the end of one makes room', async () => {
    const limited = await RawSession.open(tools, 'fast', { maxStreams: 2 });
    const open = (id: string): void =>
      limited.say(modernRequest(id, 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    const heard = (id: string): Promise<Message> =>
      limited.until(
        (message) => message['id'] === id || JSON.stringify(message).includes(`subscriptionId":"${id}"`),
      );
    for (const id of ['a', 'b', 'c']) open(id);
    expect(await heard('c')).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('already has 2 streams open') as unknown },
    });
    expect(await heard('b')).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    limited.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a' } });
    limited.say(modernRequest('worse', 'subscriptions/listen', { notifications: 7 }));
    expect(await heard('worse')).toMatchObject({ error: { code: -32602 } });
    open('d');
    expect(await heard('d')).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
    await limited.close();
  });

  test.each([
    ['taskIds that are no texts', [7]],
    ['tasks that can’t be looked up', ['op_1']],
  ])('a stream that fails because of %s stops watching', async (_, taskIds) => {
    const noticed: string[] = [];
    @Resource({ uri: 'test://watched', name: 'watched', description: 'Something that changes.' })
    class Watched {
      read(): string {
        return 'now';
      }
      watch(): () => void {
        noticed.push('watched');
        return () => void noticed.push('stopped');
      }
    }
    const onChange = tools.onChange.bind(tools);
    tools.onChange = (listener) => {
      noticed.push('listens');
      const stop = onChange(listener);
      return () => (noticed.push('no longer'), stop());
    };
    const own = await RawSession.open(tools, 'fast', {
      parts: [resourcesPart(new ResourceRegistry([Watched], tools))],
      tasks: () => Promise.reject(new Error('the operations are away')),
    });
    noticed.length = 0;
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['test://watched'], taskIds };
    own.say(modernRequest('s', 'subscriptions/listen', { notifications }));
    expect(await own.until((message) => message['id'] === 's')).toHaveProperty('error');
    const count = (what: string): number => noticed.filter((each) => each === what).length;
    expect(count('stopped')).toBe(count('watched'));
    expect(count('no longer')).toBe(count('listens'));
    await own.close();
  });

  // A rejection that nobody takes ends a server; here it fails the test.
  test('tasks that are away right after a stream began take nothing with them', async () => {
    let asked = 0;
    const task: Task = {
      ...{ id: 'op_1', status: 'working', message: '', questions: {} },
      ...{ createdAt: 0, updatedAt: 0, ttlMs: 1 },
    };
    const tasks: Pick<Tasks, 'find' | 'onChange'> = {
      find: () => (asked++ ? Promise.reject(new Error('away')) : Promise.resolve(task)),
      onChange: () => () => undefined,
    };
    const own = await RawSession.open(tools, 'fast', { tasks: () => Promise.resolve(tasks as Tasks) });
    own.say(modernRequest('s', 'subscriptions/listen', { notifications: { taskIds: ['op_1'] } }));
    await own.until((message) => message['method'] === 'notifications/subscriptions/acknowledged');
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBe(2);
    await own.close();
  });

  test('a stream that is open when the server ends is answered', async () => {
    session.say(modernRequest('s', 'subscriptions/listen', { notifications: { toolsListChanged: true } }));
    await session.until((message) => 'method' in message);
    await session.close();
    expect(await reply('s')).toMatchObject({
      result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': 's' } },
    });
  });
});
