import type { Client } from '@modelcontextprotocol/client';
import {
  defineTool,
  Explicit,
  MissingCapabilityError,
  Tool,
  ToolArguments,
  type UserAnswer,
  type ToolContext,
} from '../../src/index';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { modernMeta, modernRequest } from '../support/modern';
import { connectSdk2 } from '../support/modern-client';
import { RawSession, type Message } from '../support/raw-session';

class DropArgs extends ToolArguments {
  @Explicit('DROP')
  confirm!: 'DROP';
}

let dropped = 0;

@Tool({ args: DropArgs, description: 'Drop everything.' })
class Drop {
  run(): string {
    return `dropped ${++dropped}`;
  }
}

const empty = { type: 'object', properties: {}, additionalProperties: false } as const;
const nameSchema = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 } },
  required: ['name'],
};
const tool = (name: string, run: (context: ToolContext) => Promise<unknown>, timeoutSeconds?: number) =>
  defineTool({
    name,
    description: `${name}.`,
    inputSchema: empty,
    run: (_args, context) => run(context),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
  });

let charged = 0;
const nameOf = (answer: UserAnswer): unknown => answer.content?.['name'] ?? answer.action;
const registry = (): ToolRegistry =>
  new ToolRegistry([
    Drop,
    tool('hello', async ({ session }) => {
      const answer = await session!.ask!({ message: 'Your name?', schema: nameSchema, key: 'user' });
      return `Hello ${String(nameOf(answer))}`;
    }),
    tool('both', async ({ session }) => {
      const [one, two] = await Promise.all([
        session!.ask!({ message: 'One?', schema: nameSchema }),
        session!.ask!({ message: 'Two?', schema: nameSchema }),
      ]);
      const three = await session!.ask!({ message: `After ${String(nameOf(one))}?`, schema: nameSchema });
      return [one, two, three].map(nameOf).join(' ');
    }),
    tool('charge', async (context) => {
      const receipt = await context.once('charge', () => ({ receipt: ++charged }));
      const answer = await context.session!.ask!({ message: 'Keep it?' });
      return `${answer.action} ${receipt.receipt}`;
    }),
    tool('model', async ({ session }) => {
      if (!session?.sample) throw new MissingCapabilityError({ sampling: {} });
      const said = await session.sample({
        messages: [{ role: 'user', content: { type: 'text', text: 'Capital of France?' } }],
        maxTokens: 10,
      });
      return (said.content as { text: string }).text;
    }),
    tool('places', async ({ session }) => (await session!.requestRoots!('places')).join() || 'none', 0.3),
    tool('page', async ({ session }) => {
      const answer = await session!.ask!({ message: 'Log in', url: 'https://example.com/login' });
      return answer.action;
    }),
    tool(
      'quick',
      async ({ session }) => nameOf(await session!.ask!({ message: 'Your name?', schema: nameSchema })),
      0.3,
    ),
  ]);

const ELICITS = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

describe('the SDK 2 client answers, in both eras', () => {
  const ERAS = [
    ['modern', {}],
    ['legacy', { versionNegotiation: { mode: 'legacy' as const } }],
  ] as const;
  const connected = async (mode: object): Promise<{ client: Client; asked: string[] }> => {
    const asked: string[] = [];
    const client = await connectSdk2(registry(), {
      client: { capabilities: ELICITS, ...mode },
      prepare: (fresh) => {
        fresh.setRequestHandler('elicitation/create', async ({ params }) => {
          asked.push(params.message);
          await new Promise((resolve) => setTimeout(resolve, 500));
          return { action: 'accept', content: params.mode === 'url' ? {} : { name: `N${asked.length}` } };
        });
        fresh.setRequestHandler('roots/list', async () => {
          await new Promise((resolve) => setTimeout(resolve, 500));
          return { roots: [{ uri: 'file:///srv/one' }, { uri: 'file:///srv/two' }] };
        });
        fresh.setRequestHandler('sampling/createMessage', async () => ({
          role: 'assistant',
          content: { type: 'text', text: 'Paris' },
          model: 'm',
        }));
      },
    });
    return { client, asked };
  };
  const text = async (client: Client, name: string, args = {}): Promise<unknown> =>
    ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]?.text;

  test.each(ERAS)('%s: forms, pages, consent, sampling', async (_era, mode) => {
    const { client, asked } = await connected(mode);
    expect(await text(client, 'hello')).toBe('Hello N1');
    expect(await text(client, 'page')).toBe('accept');
    expect(await text(client, 'model')).toBe('Paris');
    const before = dropped;
    expect(await text(client, 'drop', { confirm: 'DROP' })).toBe(`dropped ${before + 1}`);
    expect(asked.at(-1)).toMatch(/^The agent wants to run drop/);
    await client.close();
  });

  test.each(ERAS)(
    '%s: what is asked together is answered together, what depends on it after',
    async (_era, mode) => {
      const { client, asked } = await connected(mode);
      expect(String(await text(client, 'both')).split(' ')).toHaveLength(3);
      expect(asked.slice(0, 2).sort()).toEqual(['One?', 'Two?']);
      expect(asked).toHaveLength(3);
      await client.close();
    },
  );

  test.each(ERAS)('%s: `once` holds in spite of the question after it', async (_era, mode) => {
    const { client } = await connected(mode);
    const before = charged;
    expect(await text(client, 'charge')).toBe(`accept ${before + 1}`);
    expect(charged).toBe(before + 1);
    await client.close();
  });

  test.each(ERAS)('%s: the time the user takes is not the tool’s', async (_era, mode) => {
    const { client } = await connected(mode);
    expect(await text(client, 'quick')).toBe('N1');
    expect(await text(client, 'places')).toBe('/srv/one,/srv/two');
    await client.close();
  });
});

describe('in the legacy era, on the wire', () => {
  // Answers each question of one call with the next of these results, and returns what was asked and the outcome.
  const answered = async (lane: 'fast' | 'sdk', ...results: object[]): Promise<[Message[], Message]> => {
    const session = await RawSession.open(registry(), lane);
    session.say({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: { elicitation: {} },
        clientInfo: { name: 't', version: '1' },
      },
    });
    await session.until(({ id }) => id === 1);
    session.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
    session.say({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'hello', arguments: {} } });
    const asked: Message[] = [];
    const next = (message: Message): boolean =>
      message['id'] === 2 && !('method' in message)
        ? true
        : message['method'] === 'elicitation/create' && !asked.includes(message);
    for (;;) {
      const message = await session.until(next);
      if (message['method'] === undefined) {
        await session.close();
        return [asked.map(({ params }) => params as Message), message];
      }
      asked.push(message);
      session.say({ jsonrpc: '2.0', id: message['id'], result: results.shift() });
    }
  };
  const ADA = { action: 'accept', content: { name: 'Ada' } };

  test.each<[string, object]>([
    ['the schema refuses', { action: 'accept', content: { name: '' } }],
    ['has no content', { action: 'accept' }],
    ['has null for content', { action: 'accept', content: null }],
    ['has content that is no object', { action: 'accept', content: 'Ada' }],
    ['is of an unknown action', { action: 'agree', content: { name: 'Ada' } }],
  ])('an answer that %s is asked for again, with what was wrong', async (_what, wrong) => {
    const [asked, reply] = await answered('fast', wrong, ADA);
    expect(reply).toMatchObject({ result: { content: [{ text: 'Hello Ada' }] } });
    expect(asked).toHaveLength(2);
    expect(asked[1]).toMatchObject({ mode: 'form', requestedSchema: nameSchema });
    expect(asked[1]!['message']).toMatch(/^Your name\?\n\nPlease answer again: .+\.$/);
  });

  test.each(['fast', 'sdk'] as const)('%s: three wrong answers are a failure that says why', async (lane) => {
    const wrong = { action: 'accept', content: { name: '' } };
    const [asked, reply] = await answered(lane, wrong, wrong, wrong, ADA);
    expect(asked).toHaveLength(3);
    expect(asked[2]!['message']).toBe(
      'Your name?\n\nPlease answer again: name must have at least 1 character.',
    );
    expect(JSON.stringify(reply)).toMatch(/3 times .*: name must have at least 1 character/);
    expect(reply).toMatchObject({ result: { isError: true } });
  });

  test('a declined question is an answer', async () => {
    const [asked, reply] = await answered('fast', { action: 'decline', content: null });
    expect(asked).toHaveLength(1);
    expect(reply).toMatchObject({ result: { content: [{ text: 'Hello decline' }] } });
  });
});

describe('on the wire', () => {
  let session: RawSession;
  let id = 0;
  beforeEach(async () => (session = await RawSession.open(registry(), 'fast')));
  afterEach(() => session.close());

  const call = async (name: string, more: object = {}, capabilities: object = ELICITS): Promise<Message> => {
    const own = ++id;
    session.say(
      modernRequest(own, 'tools/call', { name, arguments: {}, ...more }, modernMeta({ ...capabilities })),
    );
    return session.until((message) => message['id'] === own);
  };
  const resultOf = (message: Message) =>
    message['result'] as { requestState: string; inputRequests: Record<string, { params: object }> };

  test('a question is a result of its own type, with a sealed state', async () => {
    const first = await call('hello');
    expect(first).toMatchObject({
      result: {
        resultType: 'input_required',
        inputRequests: {
          user: {
            method: 'elicitation/create',
            params: { mode: 'form', message: 'Your name?', requestedSchema: nameSchema },
          },
        },
      },
    });
    const { requestState } = resultOf(first);
    const inputResponses = {
      user: { action: 'accept', content: { name: 'Ada' } },
      other: { action: 'accept' },
    };
    expect(await call('hello', { requestState, inputResponses })).toMatchObject({
      result: { resultType: 'complete', content: [{ text: 'Hello Ada' }] },
    });
  });

  test.each<[string, unknown]>([
    ['none', {}],
    ['of another name', { someone: { action: 'accept', content: { name: 'Ada' } } }],
    ['that are no object', { user: 12345 }],
    ['of an unknown action', { user: { action: 'agree', content: { name: 'Ada' } } }],
    ['that the schema refuses', { user: { action: 'accept', content: { name: '' } } }],
    ['without content', { user: { action: 'accept' } }],
  ])('answers %s are asked for again', async (_what, inputResponses) => {
    const { requestState } = resultOf(await call('hello'));
    expect(await call('hello', { requestState, inputResponses })).toMatchObject({
      result: { resultType: 'input_required', inputRequests: { user: {} } },
    });
  });

  test('a declined question is an answer', async () => {
    const { requestState } = resultOf(await call('hello'));
    const inputResponses = { user: { action: 'decline' } };
    expect(await call('hello', { requestState, inputResponses })).toMatchObject({
      result: { content: [{ text: 'Hello decline' }] },
    });
  });

  test('answers without a state are answers to nothing', async () => {
    const inputResponses = { user: { action: 'accept', content: { name: 'Ada' } } };
    expect(await call('hello', { inputResponses })).toMatchObject({
      result: { resultType: 'input_required' },
    });
    expect(await call('hello', { inputResponses: null })).toMatchObject({ error: { code: -32602 } });
  });

  test('nothing is asked of a client that can’t answer', async () => {
    expect(await call('model', {}, {})).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } },
    });
    expect(await call('page', {}, { elicitation: {} })).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } },
    });
  });
});
