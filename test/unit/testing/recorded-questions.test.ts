import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Arg,
  defineApp,
  defineTool,
  Explicit,
  Tool,
  ToolArguments,
  type ToolContext,
} from '../../../src/index';
import {
  recordCalls,
  testClient,
  testsFrom,
  type RecordedCall,
  type TestOptions,
} from '../../../src/testing';
import { temporaryDirectory } from '../../support/temporary-directory';

class DropArgs extends ToolArguments {
  @Arg('The name')
  name!: string;

  @Arg({ description: 'The key of the store', secret: true, optional: true })
  key?: string;

  @Explicit('DROP')
  confirm!: 'DROP';
}

@Tool({ args: DropArgs, description: 'Drop a note.' })
class Drop {
  run({ name }: DropArgs): string {
    return `Dropped ${name}`;
  }
}

const ask = (name: string, run: (context: ToolContext, args: Record<string, unknown>) => unknown) =>
  defineTool({
    name,
    description: 'Asks.',
    inputSchema: { type: 'object', properties: { key: { type: 'string' } } },
    run: (args, context) => run(context, args) as string,
  });
const text = { type: 'string' };
const form = (properties: object) => ({ type: 'object', properties });

const pick = ask('pick', async ({ session }, { key }) => {
  const { content } = await session!.ask!({ message: `Which ${String(key)}?`, schema: form({ pick: text }) });
  return content;
});
const both = ask('both', async ({ session }) => {
  const answers = await Promise.all(['One?', 'Two?'].map((message) => session!.ask!({ message })));
  return answers.map(({ action }) => action);
});
const chain = ask('chain', async ({ call }) => {
  const { isError } = await call('drop', { name: 'milk', key: 'k-1234', confirm: 'DROP' });
  return isError ? 'kept' : 'dropped';
});
const quiet = ask('quiet', ({ session }) => (session?.ask ? 'could ask' : 'could not'));

async function recorded(
  options: TestOptions,
  ...calls: readonly (readonly [string, Record<string, unknown>?])[]
): Promise<RecordedCall[]> {
  const file = join(temporaryDirectory('tw-recorded-questions'), 'calls.jsonl');
  const app = defineApp({ tools: [Drop, pick, both, chain, quiet], middleware: [recordCalls(file)] });
  const client = await testClient(app, options);
  // A call whose question nobody answers is rejected, and recorded.
  await Promise.allSettled(calls.map(([tool, args]) => client.call(tool, args)));
  await client.close();
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as RecordedCall);
}

const written = (...calls: RecordedCall[]) =>
  testsFrom(calls.map((call) => JSON.stringify(call)).join('\n'), { app: './app.js' });

describe.each(['legacy', 'modern'] as const)('what the user was asked is recorded, %s era', (era) => {
  test('questions that are asked together, in their order', async () => {
    expect(await recorded({ era, user: [true, { action: 'cancel' }] }, ['both'])).toEqual([
      {
        tool: 'both',
        args: {},
        asked: [
          { message: 'One?', answer: { action: 'accept', content: {} } },
          { message: 'Two?', answer: { action: 'cancel' } },
        ],
        value: ['accept', 'cancel'],
      },
    ]);
  });

  test('each with its own call, where several are made at once', async () => {
    const user: TestOptions['user'] = ({ message }) => ({ pick: message.slice(6, -1) });
    const keys = ['a', 'b', 'c'];
    const calls = await recorded({ era, user }, ...keys.map((key) => ['pick', { key }] as const));
    expect(
      calls.sort((one, other) => (String(one.args['key']) < String(other.args['key']) ? -1 : 1)),
    ).toEqual(
      keys.map((key) => ({
        tool: 'pick',
        args: { key },
        asked: [{ message: `Which ${key}?`, answer: { action: 'accept', content: { pick: key } } }],
        value: { pick: key },
      })),
    );
  });

  test('consent, also for a call that a tool makes in turn, whose secrets are hidden in the question', async () => {
    const [call] = await recorded({ era, user: [true] }, ['chain']);
    expect(call).toMatchObject({
      tool: 'chain',
      asked: [{ answer: { action: 'accept' } }],
      value: 'dropped',
    });
    expect(call!.asked![0]!.message).toMatch(/^The agent wants to run drop: [^]*key: •••/);
    expect(written(call!)).toContain(
      '  answers = [\n    true, // The agent wants to run drop: Drop a note.\n  ];',
    );
    expect(written(call!)).not.toContain('test.skip');
  });

  test('that a client could be asked, or could not, though nobody was', async () => {
    const asking = await recorded({ era, user: [] }, ['quiet']);
    const others = await recorded({ era }, ['quiet']);
    expect([...asking, ...others]).toEqual([
      { tool: 'quiet', args: {}, asked: [], value: 'could ask' },
      { tool: 'quiet', args: {}, value: 'could not' },
    ]);
    expect(written(...asking)).toContain("{ args: ['--prefix', ''], user: [] }");
    expect(written(...others)).toContain("{ args: ['--prefix', ''] }");
  });
});

test.each([['0'], ['5']])(
  'consent for a tool in the background comes before what it asks, at an inline wait of %s s',
  async (wait) => {
    const file = join(temporaryDirectory('tw-recorded-questions'), 'calls.jsonl');
    const build = defineTool({
      name: 'build',
      description: 'Builds.',
      inputSchema: { type: 'object', properties: {} },
      annotations: { destructiveHint: true },
      synchronous: false,
      run: async (_, { session }) => (await session!.ask!({ message: 'How high?' })).action,
    });
    const client = await testClient(defineApp({ tools: [build], middleware: [recordCalls(file)] }), {
      args: ['--consent', 'ask', '--operations-inline-wait', wait],
      user: [true, false],
    });
    await client.resultOf(await client.call('build'));
    await client.close();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      background: true,
      asked: [{ answer: { action: 'accept' } }, { message: 'How high?', answer: { action: 'decline' } }],
      value: 'decline',
    });
  },
);

test('a question without an answer becomes a skipped test', async () => {
  const calls = await recorded({ user: [] }, ['pick', { key: 'a' }]);
  expect(calls).toMatchObject([{ asked: [{ message: 'Which a?' }] }]);
  expect(calls[0]!.asked![0]).not.toHaveProperty('answer');
  expect(written(...calls)).toMatch(/test\.skip\("1\. pick fails.*\n {2}\/\/ Left out: the user was asked/);
});

describe('secrets in answers', () => {
  const answered = async (properties: object, content: Record<string, unknown>) => {
    const file = join(temporaryDirectory('tw-recorded-questions'), 'calls.jsonl');
    const sign = ask('sign', async ({ session }) => {
      const answer = await session!.ask!({ message: 'Who?', schema: form(properties) });
      return { said: JSON.stringify(answer.content), ...answer.content };
    });
    const client = await testClient(defineApp({ tools: [sign], middleware: [recordCalls(file)] }), {
      user: [content],
    });
    await client.call('sign');
    await client.close();
    return readFileSync(file, 'utf8');
  };

  test.each([
    ['writeOnly', { field: { ...text, writeOnly: true } }],
    ['its title', { field: { ...text, title: 'Your API key' } }],
  ])('are known by %s', async (_, properties) => {
    const recording = await answered({ user: text, ...properties }, { user: 'ada', field: 'hunter2' });
    expect(recording).not.toContain('hunter2');
    expect(recording).toContain('"content":{"user":"ada","field":"•••"}');
    const source = testsFrom(recording, { app: './app.js' });
    expect(source).toMatch(/test\.skip\(.*async[^]*Secrets are not recorded/);
    expect(source).toContain('{"user":"ada","field":"•••"}, // Who?');
  });

  test.each(['password', 'api_key', 'accessToken', 'passphrase', 'client-secret', 'pin'])(
    'are known by a name such as %s',
    async (name) => {
      expect(await answered({ [name]: text }, { [name]: 'hunter2' })).not.toContain('hunter2');
    },
  );

  test('are known by their names too where no schema names them', async () => {
    expect(await answered({}, { password: 'hunter2' })).not.toContain('hunter2');
  });

  test('are no others', async () => {
    const content = { pinned: 'yes', monkey: 'Ada', compass: 'north' };
    const recording = await answered({ pinned: text, monkey: text, compass: text }, content);
    expect(JSON.parse(recording)).toMatchObject({ asked: [{ answer: { content } }] });
  });
});

describe('tests with answers', () => {
  const asked = (message: string, answer: object) => ({ tool: 'a', args: {}, asked: [{ message, answer }] });

  test('a question ends no comment, and a long one is cut', () => {
    const source = testsFrom(
      JSON.stringify(asked(`One\u2028process.exit()\r`, { action: 'decline' })) +
        `\n${JSON.stringify(asked('b'.repeat(500), { action: 'decline' }))}`,
      { app: './app.js' },
    );
    expect(source).toContain('    false, // One\n');
    expect(source).toContain(`    false, // ${'b'.repeat(80)}…\n`);
  });

  test('content with a field called action is no action', () => {
    const answer = { action: 'accept', content: { action: 'decline' } };
    expect(testsFrom(JSON.stringify(asked('What?', answer)), { app: './app.js' })).toContain(
      '    {"action":"accept","content":{"action":"decline"}}, // What?',
    );
  });

  test('calls of clients that could not be asked, as in old recordings, are made by one that can’t', () => {
    const old = { tool: 'a', args: {}, value: 1 };
    expect(written(old)).not.toMatch(/user|Reply|answers|unasked/);
    const mixed = written(old, { tool: 'b', args: {}, asked: [] });
    expect(mixed).toContain('unasked = await client.another();');
    expect(mixed).toContain('await unasked.call("a", {})');
    expect(mixed).toContain('await client.call("b", {})');
  });

  test("a call in which the client's model was asked is skipped", () => {
    expect(written({ tool: 'a', args: {}, sampled: true, value: 1 })).toMatch(
      /test\.skip\("1\. a succeeds", \(\) => \{\n {2}\/\/ Left out: the client's model was asked/,
    );
  });

  test.each([
    {},
    [1],
    [{}],
    [{ message: 'a', answer: {} }],
    [{ message: 'a', answer: { action: 'accept' } }],
  ])('questions that are none are refused: %j', (questions) => {
    const line = JSON.stringify({ tool: 'a', args: {}, asked: questions });
    expect(() => testsFrom(line, { app: './app.js' })).toThrow(
      /^Line 1 of the recording is no recorded call/,
    );
  });
});

test('another client of the same app has its own user, and leaves the app open', async () => {
  const client = await testClient(defineApp({ tools: [quiet, Drop] }), { user: [true] });
  const other = await client.another();
  expect((await other.call('quiet')).value).toBe('could not');
  await other.close();
  expect((await client.call('drop', { name: 'milk', confirm: 'DROP' })).value).toBe('Dropped milk');
  expect(client.questions).toHaveLength(1);
  await client.close();
});
