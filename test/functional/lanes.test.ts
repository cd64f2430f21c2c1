import { Arg, defineTool, Tool, ToolArguments, ToolResult, type ToolContext } from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import type { Lane } from '../support/connect';
import { RawSession, type Message } from '../support/raw-session';

class GreetArgs extends ToolArguments {
  @Arg({ description: 'Whom', type: 'string', maxLength: 10 })
  name!: string;
}

@Tool({ args: GreetArgs, description: 'Greet someone.' })
class Greet {
  run({ name }: GreetArgs): string {
    return `Hello ${name}`;
  }
}

@Tool({ description: 'Wait until it is cancelled.' })
class Wait {
  async run(_args: Record<string, unknown>, context: ToolContext): Promise<string> {
    context.progress({ progress: 1, total: 2, message: 'waiting' });
    await new Promise((_, reject) =>
      context.signal.addEventListener('abort', () => reject(new Error('stopped'))),
    );
    return 'never';
  }
}

@Tool({ description: 'Answer a little later.' })
class Later {
  async run(): Promise<string> {
    await new Promise((resolve) => setImmediate(resolve));
    return 'now';
  }
}

const EMPTY = { type: 'object' as const, properties: {} };
const others = [
  defineTool({
    name: 'picture',
    description: 'Show.',
    inputSchema: EMPTY,
    run: () => ToolResult.image(Buffer.from('png'), 'image/png'),
  }),
  defineTool({
    name: 'crooked',
    description: 'Show.',
    inputSchema: EMPTY,
    run: () => new ToolResult([{ type: 'smell' } as never]),
  }),
  defineTool({
    name: 'extra',
    description: 'Say.',
    inputSchema: EMPTY,
    run: () => new ToolResult([{ type: 'text', text: 'a', more: 1 } as never]),
  }),
  defineTool({ name: 'value', description: 'Give.', inputSchema: EMPTY, run: () => ({ a: [1, 'ü'] }) }),
  defineTool({
    name: 'broken',
    description: 'Throw.',
    inputSchema: EMPTY,
    run: () => Promise.reject(new TypeError('no')),
  }),
  defineTool({
    name: 'circular',
    description: 'Turn.',
    inputSchema: EMPTY,
    run: () => {
      const value: Record<string, unknown> = {};
      return (value['self'] = value);
    },
  }),
];

const HELLO = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
const rpc = (id: unknown, method: string, params?: unknown): Message => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});
const call = (id: unknown, name: unknown, args?: unknown, more?: object): Message =>
  rpc(id, 'tools/call', { name, arguments: args, ...more });
const notice = (method: string, params?: unknown): Message => ({
  jsonrpc: '2.0',
  method,
  ...(params !== undefined && { params }),
});

async function heardBy(
  lane: Lane,
  lines: readonly (Message | string)[],
  greeted: boolean,
  until: readonly unknown[],
): Promise<Message[]> {
  const registry = new ToolRegistry([Greet, Wait, Later, others], { prefix: '' });
  registry.disable('value', 'Ask the operator.');
  const session = await RawSession.open(registry, lane, {
    name: 'lanes',
    version: '1',
    instructions: 'Be kind.',
    descriptions: 'terse',
  });
  if (greeted) session.say(rpc('hello', 'initialize', HELLO), notice('notifications/initialized'));
  session.say(...lines);
  for (const id of until) await session.until((message) => message['id'] === id);
  const heard = await session.settled();
  await session.close();
  return [...heard].sort((a, b) => JSON.stringify([a['id'], a]).localeCompare(JSON.stringify([b['id'], b])));
}

// Each is said to both lanes; the ids are the answers to wait for.
const EVERYDAY: Record<string, [(Message | string)[], unknown[]]> = {
  'a greeting, a list, a call': [
    [rpc(1, 'tools/list'), call(2, 'greet', { name: 'Ada' })],
    [1, 2],
  ],
  'ids that are strings, zero and negative': [
    [rpc('a', 'ping'), rpc(0, 'ping'), rpc(-1, 'ping')],
    ['a', 0, -1],
  ],
  'two requests of one id': [[call(1, 'later'), call(1, 'later')], [1]],
  'a second greeting': [
    [rpc(1, 'initialize', { ...HELLO, protocolVersion: '1999-01-01' }), call(2, 'greet', { name: 'Ada' })],
    [1, 2],
  ],
  'arguments that are refused': [
    [call(1, 'greet', { name: 'far too long a name' }), call(2, 'greet', {}), call(3, 'greet', { nam: 'x' })],
    [1, 2, 3],
  ],
  'no arguments at all': [
    [call(1, 'later'), rpc(2, 'tools/call', { name: 'greet' })],
    [1, 2],
  ],
  'a repaired argument': [[call(1, 'greet', { name: 'Ada' }, { _meta: { progressToken: 'p' } })], [1]],
  'keys that clients add to _meta': [
    [
      call(1, 'greet', { name: 'Ada' }, { _meta: { 'claudecode/toolUseId': 'toolu_1', progressToken: 2 } }),
      call(2, 'later', {}, { _meta: { 'x-codex-turn-metadata': { turn_id: '1' }, threadId: null } }),
      call(3, 'greet', { name: 'Ada' }, { _meta: { 'ai.opencode/sessionID': 'ses_1' } }),
      call(4, 'later', {}, { _meta: { 'io.modelcontextprotocol/related-task': { taskId: 'a' } } }),
    ],
    [1, 2, 3, 4],
  ],
  'tools that are unknown or switched off': [
    [call(1, 'gret', { name: 'x' }), call(2, 'value')],
    [1, 2],
  ],
  'content other than text': [
    [call(1, 'picture'), call(2, 'crooked'), call(3, 'extra')],
    [1, 2, 3],
  ],
  'tools that fail': [
    [call(1, 'broken'), call(2, 'circular')],
    [1, 2],
  ],
  'cursors that are none': [
    [rpc(1, 'tools/list', { cursor: 'x' }), rpc(2, 'tools/list', { cursor: 3 }), rpc(3, 'tools/list', {})],
    [1, 2, 3],
  ],
  'levels of the log': [
    [
      rpc(1, 'logging/setLevel', { level: 'loud' }),
      rpc(2, 'logging/setLevel', { level: 'debug' }),
      call(3, 'greet', { name: 'Ada' }),
    ],
    [1, 2, 3],
  ],
  'methods that nobody knows': [
    [rpc(1, 'no/such'), rpc(2, 'prompts/list'), rpc(3, 'resources/read', { uri: 'x:y' })],
    [1, 2, 3],
  ],
};

const CROOKED: Record<string, [(Message | string)[], unknown[]]> = {
  'lines that are no JSON': [['{', 'hello', '', '   ', '[1', rpc(1, 'ping') as unknown as string], [1]],
  'JSON that is no message': [
    [
      '[]',
      '3',
      'null',
      '{}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    ],
    [],
  ],
  'a method that is no string': [['{"jsonrpc":"2.0","id":7,"method":3}'], [7]],
  'ids that are fractions, huge or null': [
    [rpc(1.5, 'ping'), rpc(null, 'ping'), rpc(2 ** 60, 'ping'), rpc(1, 'ping')],
    [1],
  ],
  'parameters that are no object': [
    [rpc(1, 'tools/call', [1]), rpc(2, 'tools/call', 'x'), rpc(3, 'ping')],
    [3],
  ],
  'calls without a name or with odd arguments': [
    [
      call(1, 3),
      rpc(2, 'tools/call', {}),
      call(3, 'greet', []),
      call(4, 'greet', 'x'),
      call(5, 'greet', null),
    ],
    [1, 2, 3, 4, 5],
  ],
  'members that do not belong there': [
    [{ ...rpc(1, 'ping'), extra: 1 }, { ...call(2, 'greet', { name: 'a' }), more: {} }, rpc(3, 'ping')],
    [3],
  ],
  'odd progress tokens': [
    [
      call(1, 'later', {}, { _meta: { progressToken: {} } }),
      call(2, 'later', {}, { _meta: { other: 1 } }),
      call(3, 'later', {}, { _meta: [] }),
      rpc(4, 'ping'),
    ],
    [2, 4],
  ],
  'a task that is asked for': [[call(1, 'later', {}, { task: { ttl: 1 } })], [1]],
  'answers to questions never asked': [
    [
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}',
      rpc(2, 'ping'),
    ],
    [2],
  ],
  'notices that nobody knows': [
    [
      notice('notifications/nonsense'),
      notice('notifications/cancelled'),
      notice('notifications/cancelled', { requestId: {} }),
      rpc(2, 'ping'),
    ],
    [2],
  ],
  'a line beyond the limit': [
    [
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(11 * 1024 * 1024)}"}}`,
      rpc(2, 'ping'),
    ],
    [2],
  ],
};

const EARLY: Record<string, [(Message | string)[], unknown[]]> = {
  'requests before the greeting': [
    [
      rpc(1, 'tools/list'),
      call(2, 'greet', { name: 'Ada' }),
      rpc(3, 'ping'),
      rpc('hello', 'initialize', HELLO),
      call(4, 'greet', { name: 'Ada' }),
    ],
    [1, 2, 3, 'hello', 4],
  ],
  'a greeting without a version': [
    [
      rpc(1, 'initialize', { capabilities: {}, clientInfo: {} }),
      rpc(2, 'initialize', {}),
      rpc(3, 'initialize'),
    ],
    [1, 2, 3],
  ],
  'a greeting with odd capabilities': [
    [rpc(1, 'initialize', { ...HELLO, capabilities: { roots: { listChanged: 'yes' } } })],
    [1],
  ],
  'a greeting with every capability': [
    [
      rpc(1, 'initialize', {
        ...HELLO,
        capabilities: {
          roots: { listChanged: true },
          sampling: {},
          elicitation: { form: { applyDefaults: true }, url: {} },
          experimental: { x: { y: 1 } },
          extensions: { 'a/b': { c: ['d'] } },
        },
      }),
      rpc(2, 'tools/list'),
    ],
    [1, 2],
  ],
  'a greeting with icons': [
    [
      rpc(1, 'initialize', { ...HELLO, clientInfo: { name: 'a', version: '1', icons: [{ src: 'data:,' }] } }),
      rpc(2, 'tools/list'),
    ],
    [1, 2],
  ],
};

describe.each([
  ['everyday', EVERYDAY, true],
  ['crooked', CROOKED, true],
  ['early', EARLY, false],
] as const)('both lanes answer alike: %s', (_kind, cases, greeted) => {
  test.each(Object.entries(cases))('%s', async (_name, [lines, until]) => {
    const sdk = await heardBy('sdk', lines, greeted, until);
    const fast = await heardBy('fast', lines, greeted, until);
    expect(fast).toEqual(sdk);
    expect(sdk.length).toBeGreaterThan(until.length);
  });
});

test.each(['sdk', 'fast'] as const)(
  'a call that is cancelled is not answered and its tool hears of it (%s)',
  async (lane) => {
    const reasons: unknown[] = [];
    const waiting = defineTool({
      name: 'waiting',
      description: 'Wait.',
      inputSchema: EMPTY,
      run: (_args, context: ToolContext) =>
        new Promise((_, reject) =>
          context.signal.addEventListener('abort', () => {
            reasons.push(context.signal.reason);
            reject(new Error('stopped'));
          }),
        ),
    });
    const session = await RawSession.open(new ToolRegistry([waiting, Wait], { prefix: '' }), lane);
    session.say(rpc('hello', 'initialize', HELLO), notice('notifications/initialized'));
    session.say(call(1, 'waiting', {}), call(2, 'wait', {}, { _meta: { progressToken: 9 } }));
    await session.until((message) => message['method'] === 'notifications/progress');
    session.say(
      notice('notifications/cancelled', { requestId: 1, reason: 'enough' }),
      notice('notifications/cancelled', { requestId: 2 }),
    );
    const heard = await session.settled();
    expect(heard.filter((message) => message['id'] === 1 || message['id'] === 2)).toEqual([]);
    expect(reasons).toHaveLength(1);
    expect(heard.find((message) => message['method'] === 'notifications/progress')).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 9, progress: 1, total: 2, message: 'waiting' },
    });
    await session.close();
  },
);

test.each(['sdk', 'fast'] as const)(
  'calls under way hear of it when the connection ends (%s)',
  async (lane) => {
    let ended: (() => void) | undefined;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const session = await RawSession.open(
      new ToolRegistry(
        [
          defineTool({
            name: 'waiting',
            description: 'Wait.',
            inputSchema: EMPTY,
            run: (_args, context: ToolContext) =>
              new Promise(() => context.signal.addEventListener('abort', () => ended?.())),
          }),
        ],
        { prefix: '' },
      ),
      lane,
    );
    session.say(rpc('hello', 'initialize', HELLO), call(1, 'waiting', {}), rpc(2, 'ping'));
    await session.until((message) => message['id'] === 2);
    await session.close();
    await end;
  },
);
