import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Arg,
  defineApp,
  defineTool,
  Explicit,
  Prompt,
  Resource,
  Result,
  Tool,
  ToolArguments,
  ToolResult,
  type ToolContext,
} from '../../src/index';
import {
  assertFailsWith,
  assertOk,
  assertToolSnapshot,
  fuzz,
  RequestRefusedError,
  recordCalls,
  testClient,
  testsFrom,
  toolMatchers,
  type TestClient,
} from '../../src/testing/index';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { temporaryDirectory } from '../support/temporary-directory';

expect.extend(toolMatchers);

const AT_ONCE = ['--operations-inline-wait', '0'];

class NoteArgs extends ToolArguments {
  @Arg({ description: 'The name', minLength: 1, maxLength: 20 })
  name!: string;

  @Arg({ description: 'How often', minimum: 0, maximum: 9, optional: true })
  times?: number;
}

class Note extends ToolArguments {
  @Arg('The name')
  name!: string;
}

@Tool({ args: NoteArgs, description: 'Keep a note.', output: Note })
class KeepNote {
  run({ name }: NoteArgs): Result<Note> {
    if (name === 'taken') return Result.failure('taken is taken', 'conflict');
    return Result.ok({ name });
  }
}

class DropArgs extends ToolArguments {
  @Explicit('DROP')
  confirm!: 'DROP';
}

@Tool({ args: DropArgs, description: 'Drop every note.' })
class DropNotes {
  run(): string {
    return 'dropped';
  }
}

@Tool({ description: 'Ask the user for a colour.' })
class AskColour {
  async run(_args: ToolArguments, { session, progress }: ToolContext): Promise<string> {
    progress({ progress: 1, total: 2 });
    const answer = await session!.ask!({
      message: 'Which colour?',
      schema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
    });
    return `${answer.action} ${String(answer.content?.['colour'])}`;
  }
}

@Prompt({ description: 'Plan a day.' })
class PlanDay {
  render(): string {
    return 'Plan my day.';
  }
}

@Resource({ uri: 'note://all', description: 'All notes.' })
class AllNotes {
  read(): string {
    return 'milk';
  }
}

let closed = 0;
const app = defineApp({
  name: 'notes',
  tools: [KeepNote, DropNotes, AskColour],
  prompts: PlanDay,
  resources: AllNotes,
  config: { consent: 'ask' },
  close: () => void closed++,
});

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  let client: TestClient;
  afterEach(() => client.close());

  test('lists, calls, reads and prompts', async () => {
    client = await testClient(app, { era });
    expect((await client.tools()).map(({ name }) => name)).toContain('keep_note');
    expect(await client.call('keep_note', { name: 'milk' })).toBeOk({ name: 'milk' });
    expect(await client.call('keep_note', { name: 'taken' })).toFailWith('conflict');
    expect(await client.call('keep_note', { nam: 'milk' })).toFailWith(/nam/);
    expect((await client.prompts()).map(({ name }) => name)).toEqual(['plan_day']);
    expect(await client.prompt('plan_day')).toBe('Plan my day.');
    expect((await client.resources()).map(({ uri }) => uri)).toContain('note://all');
    expect(await client.read('note://all')).toMatchObject([{ text: 'milk' }]);
    await expect(client.call('no_such')).rejects.toBeInstanceOf(RequestRefusedError);
  });

  test('a fake user answers, and the test sees what was asked', async () => {
    client = await testClient(app, { era, user: [{ colour: 'red' }, true, false] });
    const reply = await client.call('ask_colour');
    expect(reply).toBeOk('accept red');
    expect(reply.progress).toContainEqual({ progress: 1, total: 2 });
    expect(await client.call('drop_notes', { confirm: 'DROP' })).toBeOk('dropped');
    expect(await client.call('drop_notes', { confirm: 'DROP' })).toFailWith();
    expect(client.questions.map(({ message }) => message)).toEqual([
      'Which colour?',
      expect.stringContaining('drop_notes'),
      expect.stringContaining('drop_notes'),
    ]);
  });

  test('an answer that the schema refuses is asked for again; a user who never learns fails the test', async () => {
    client = await testClient(app, { era, user: [{ colour: 7 }, { colour: 'red' }] });
    expect(await client.call('ask_colour')).toBeOk('accept red');
    expect(client.questions).toHaveLength(2);
    await client.close();
    client = await testClient(app, { era, user: () => ({ colour: 7 }) });
    const outcome = await client.call('ask_colour').then(
      (reply) => reply.error,
      (error: Error) => error.message,
    );
    expect(outcome).toContain('3 times with what the question does not allow');
    expect(client.questions).toHaveLength(3);
  });

  test('a tool that throws says where, to the test and not to the client', async () => {
    const bug = defineTool({
      name: 'bug',
      description: 'Has a bug.',
      run: () => (undefined as unknown as string).toUpperCase(),
    });
    client = await testClient([bug], { era });
    const reply = await client.call('bug');
    expect(() => expect(reply).toBeOk()).toThrow(
      /^bug failed: Tool execution failed: Cannot read.*\n +at .*testing\.test\.ts:\d+:\d+\)?(?:\n|$)/,
    );
    expect(() => expect(reply).toFailWith('conflict')).toThrow(/testing\.test\.ts:\d+/);
    expect(reply.thrownAt.join()).not.toMatch(/node_modules|[\\/]src[\\/]|node:/);
    expect(JSON.stringify(reply.wire)).not.toContain('testing.test');
    const both = await Promise.all([client.call('bug'), client.call('bug')]);
    for (const each of both) expect(each.thrownAt[0]).toContain('testing.test.ts');
  });

  test('a question that nobody answers fails the call, names the question and says the cure, whatever the tool makes of it', async () => {
    const NOBODY =
      'The fake user has no answer to "Which colour?". Add one to the option user of testClient, ' +
      'or { action: "cancel" } for a user who gives none.';
    client = await testClient(app, { era, user: [] });
    await expect(client.call('ask_colour')).rejects.toThrow(NOBODY);
    expect(client.questions).toHaveLength(1);
    await client.close();
    const careless = defineTool({
      name: 'careless',
      description: 'Go on without an answer.',
      run: (_args, { session }) => session!.ask!({ message: 'Which colour?' }).catch(() => 'went on'),
    });
    @Tool({ args: BuildArgs, description: 'Build.', synchronous: false, taskSupport: 'required' })
    class BuildLater extends Build {}
    client = await testClient([careless, BuildLater], { era, user: () => undefined });
    await expect(client.call('careless')).rejects.toThrow(NOBODY);
    const begun = await client.call('build_later', { part: 'door', asks: true });
    await expect(client.resultOf(begun)).rejects.toThrow(NOBODY);
    expect((await client.tools()).length).toBeGreaterThan(1);
  });

  test('so does what the fake user throws, such as an expectation of its own', async () => {
    const user = (): never => {
      throw new RangeError('asked too much');
    };
    client = await testClient(app, { era, user });
    await expect(client.call('ask_colour')).rejects.toThrow(RangeError);
  });
});

test('closing the client closes the app, with its hooks', async () => {
  const before = closed;
  await (await testClient(app)).close();
  expect(closed).toBe(before + 1);
});

test('closing the client rejects with what a close hook threw, once every other has run', async () => {
  const ran: string[] = [];
  const failing = defineApp({
    name: 'failing',
    start: ({ onClose }) => onClose(() => void ran.push('start')),
    close: () => {
      throw new Error('bad close');
    },
  });
  const failed = await testClient(failing);
  await expect(failed.close()).rejects.toThrow(
    /testing\.test\.ts:\d+: `close` of the app 'failing' threw: bad close\./,
  );
  expect(ran).toEqual(['start']);
  await expect(failed.close()).resolves.toBeUndefined();
});

test('a closed client says so instead of waiting for ever', async () => {
  const client = await testClient([KeepNote]);
  await client.close();
  await expect(client.call('keep_note', { name: 'late' })).rejects.toThrow('The client is closed.');
  await expect(client.tools()).rejects.toThrow('The client is closed.');
});

test('a registry or just tools will do', async () => {
  expect(await (await testClient(new ToolRegistry(KeepNote))).call('keep_note', { name: 'a' })).toBeOk();
  const client = await testClient([KeepNote, DropNotes]);
  expect(await client.call('keep_note', { name: 'a' })).toBeOk({ name: 'a' });
  await client.close();
});

test('a call can be cancelled', async () => {
  const endless = defineTool({
    name: 'endless',
    description: 'Never ends.',
    run: (_args, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve('late'))),
  });
  const client = await testClient(endless);
  await expect(client.call('endless', {}, { signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout/i);
  await client.close();
});

describe('a wrong expectation', () => {
  let client: TestClient;
  beforeAll(async () => (client = await testClient(app)));
  afterAll(() => client.close());
  const failing = async (name: string, check: (reply: never) => void): Promise<string> => {
    const reply = await client.call('keep_note', { name });
    try {
      check(reply as never);
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('nothing was thrown');
  };

  test('says what came instead', async () => {
    expect(await failing('milk', (reply) => expect(reply).toBeOk({ name: 'bread' }))).toBe(
      "keep_note returned { name: 'milk' } instead of { name: 'bread' }",
    );
    const long = 'bread '.repeat(50);
    expect(await failing('milk', (reply) => expect(reply).toBeOk({ name: long }))).toMatch(
      /\n {4}value\.name is 'milk' instead of '(?:bread )+'$/,
    );
    expect(
      await failing('milk', (reply) => expect(reply).toBeOk(expect.objectContaining({ name: 'bread' }))),
    ).toBe("keep_note returned { name: 'milk' } instead of ObjectContaining { name: 'bread' }");
    expect(
      await failing('milk', (reply) =>
        expect(reply).toBeOk({
          name: expect.any(Number),
          more: [expect.objectContaining({ at: expect.stringMatching(/^x/), of: expect.anything() })],
        }),
      ),
    ).toBe(
      "keep_note returned { name: 'milk' } instead of { name: Any<Number>, more: [ ObjectContaining { at: StringMatching /^x/, of: Anything } ] }",
    );
    expect(await failing('taken', (reply) => assertOk(reply))).toBe('keep_note failed: taken is taken');
    expect(await failing('taken', (reply) => assertFailsWith(reply, 'not_found'))).toBe(
      'keep_note failed with "taken is taken" (conflict) instead of \'not_found\'',
    );
    expect(await failing('milk', (reply) => assertFailsWith(reply))).toBe(
      "keep_note did not fail; it returned { name: 'milk' }",
    );
    expect(await failing('milk', (reply) => expect(reply).not.toBeOk())).toContain('which the test denies');
  });
});

describe('what is no reply', () => {
  let client: TestClient;
  beforeEach(async () => (client = await testClient([KeepNote])));

  test('is refused by every matcher and assertion, denied or not: a promise with the cure', async () => {
    const promise = client.call('keep_note', { name: 'taken' }) as never;
    const forgotten = /write `await` before the call/;
    expect(() => expect(promise).toBeOk()).toThrow(forgotten);
    expect(() => expect(promise).not.toBeOk()).toThrow(forgotten);
    expect(() => expect(promise).toFailWith('taken')).toThrow(forgotten);
    expect(() => assertOk(promise)).toThrow(forgotten);
    expect(() => assertFailsWith(promise)).toThrow(forgotten);
    await client.close();
  });

  test.each([[{ hello: 1 }], [new Error('x')], [undefined], [null], ['text'], [[]]])(
    '%p is named',
    async (value) => {
      expect(() => expect(value).toBeOk()).toThrow(/no reply of a tool/);
      expect(() => assertFailsWith(value as never)).toThrow(/no reply of a tool/);
      await client.close();
    },
  );

  test('a call that nobody awaits does not end the runner when the client closes', async () => {
    const unheard = jest.fn();
    process.on('unhandledRejection', unheard);
    const slow = await testClient([
      defineTool({ name: 'slow', description: 'Never ends.', run: () => new Promise(() => undefined) }),
    ]);
    void slow.call('slow');
    await slow.close();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unheard);
    expect(unheard).not.toHaveBeenCalled();
  });
});

test('the failure of a fuzz is the plain message, to which no runner adds a comparison of nothing', async () => {
  const client = await testClient([
    defineTool({
      name: 'breaks',
      description: 'Breaks.',
      run: () => {
        throw new TypeError('broken');
      },
    }),
  ]);
  const failure = await fuzz(client, 'breaks').catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'Error', message: expect.stringContaining('Seed: ') });
  await client.close();
});

describe('a snapshot of the tools', () => {
  const directory = temporaryDirectory('toolwright-snapshot');
  const file = join(directory, 'deep', 'tools.json');

  test('is written once, then compared, and the first difference is named', async () => {
    const [before, after] = [await testClient(KeepNote), await testClient([KeepNote, DropNotes])];
    const { CI } = process.env;
    process.env['CI'] = 'true';
    expect(() => assertToolSnapshot(before, file)).toThrow(/is missing/);
    delete process.env['CI'];
    assertToolSnapshot(before, file);
    if (CI !== undefined) process.env['CI'] = CI;
    expect(existsSync(file)).toBe(true);
    expect(before).toMatchToolSnapshot(file);
    expect(() => assertToolSnapshot(after, file)).toThrow(/line \d+ was .*keep_note.* and is .*drop_notes/);
    process.env['TOOLWRIGHT_UPDATE'] = '1';
    assertToolSnapshot(after, file);
    delete process.env['TOOLWRIGHT_UPDATE'];
    expect(after).toMatchToolSnapshot(file);
    await Promise.all([before.close(), after.close()]);
  });

  test.each(['legacy', 'modern'] as const)(
    'fails at once, so that no await can be forgotten (%s)',
    async (era) => {
      const names = Array.from({ length: 300 }, (_, index) => `tool_${index}`);
      const tools = names.map((name) => defineTool({ name, description: 'Does it.', run: () => name }));
      const client = await testClient(tools, { era });
      expect(client.toolsNow()).toEqual(await client.tools());
      const known = join(directory, `${era}.json`);
      writeFileSync(known, '[]\n');
      expect(() => void expect(client).toMatchToolSnapshot(known)).toThrow(/is not what .* says/);
      expect(() => assertToolSnapshot(client, known)).toThrow(/is not what .* says/);
      expect(readFileSync(known, 'utf8')).toBe('[]\n');
      await client.close();
    },
  );

  test('of a client that was not awaited says so', async () => {
    const client = testClient(KeepNote);
    expect(() => expect(client).toMatchToolSnapshot(file)).toThrow(/write `await` before testClient/);
    await (await client).close();
  });
});

describe('fuzz', () => {
  const tool = (run: (args: Record<string, unknown>) => unknown, outputSchema?: object) =>
    defineTool({
      name: 'tried',
      description: 'Tried.',
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 1, description: 'N' },
          count: { type: 'integer', minimum: 0, maximum: 5, description: 'C' },
        },
        required: ['name'],
        additionalProperties: false,
      },
      ...(outputSchema && { outputSchema: outputSchema as never }),
      run,
    });
  const fuzzed = async (made: ReturnType<typeof tool>, options = {}) => {
    const client = await testClient(made);
    try {
      return await fuzz(client, 'tried', { runs: 80, seed: 5, ...options });
    } finally {
      await client.close();
    }
  };

  test('passes a tool that stands everything, after many successes and refusals', async () => {
    const { succeeded, refused } = await fuzzed(tool(({ name }) => `${String(name)}`));
    expect(succeeded).toBeGreaterThan(20);
    expect(refused).toBeGreaterThan(20);
  });

  test('finds a crash on a rare value, and repeats it by its seed', async () => {
    const crashing = tool(({ count }) => {
      if (count === 5) throw new RangeError('five');
      return 'fine';
    });
    await expect(fuzzed(crashing)).rejects.toThrow(
      /crashed: .*five at .*testing\.test\.ts:\d+:\d+\)?\nArguments: .*"count":5.*\nSeed: 5/,
    );
  });

  test('finds a hang, and says how to wait longer for what is none', async () => {
    const hanging = tool(({ count }) => (count === 0 ? new Promise(() => undefined) : 'fine'));
    await expect(fuzzed(hanging, { patience: 200 })).rejects.toThrow(
      /tried did not answer within 200 ms\. If it may take longer, give fuzz a larger `patience`, in milliseconds\.\nArguments: /,
    );
  });

  test('says of a tool in the background that its end is waited for', async () => {
    const hanging = defineTool({
      name: 'tried',
      description: 'Hangs.',
      inputSchema: { type: 'object', properties: {} },
      synchronous: false,
      run: () => new Promise<never>(() => undefined),
    });
    const client = await testClient(defineApp({ tools: [hanging] }), { args: AT_ONCE });
    await expect(fuzz(client, 'tried', { patience: 200 })).rejects.toThrow(
      /did not answer within 200 ms\. It runs in the background, and fuzz waits for its end\. If .*`patience`/,
    );
    await client.close();
  });

  test('finds an answer that its output schema refuses', async () => {
    const schema = { type: 'object', properties: { size: { type: 'integer' } }, required: ['size'] };
    const lying = tool(({ count }) => ({ size: count === 3 ? 'three' : 1 }), schema);
    await expect(fuzzed(lying)).rejects.toThrow(
      /tried answered wrongly: .*outputSchema does not allow: size .*\nArguments: .*"count":3/,
    );
    expect((await fuzzed(tool(() => ({ size: 1 }), schema))).succeeded).toBeGreaterThan(20);
  });

  test('an expected failure is none', async () => {
    const refusing = tool(() => Result.failure('no', 'not_found'));
    expect((await fuzzed(refusing, { expectedErrors: ['not_found'] })).refused).toBe(80);
    const throwing = tool(() => {
      throw new Error('no');
    });
    await expect(fuzzed(throwing)).rejects.toThrow(/crashed/);
    expect((await fuzzed(throwing, { expectedErrors: ['execution_error'] })).refused).toBe(80);
  });

  test('an unknown tool is named', async () => {
    const client = await testClient(KeepNote);
    await expect(fuzz(client, 'keep_nots')).rejects.toThrow(/no tool keep_nots.*Did you mean keep_note\?/);
    await client.close();
  });
});

// Its calls are answered at once, and the work goes on.
class BuildArgs extends ToolArguments {
  @Arg({ description: 'What to build', maxLength: 20 })
  part!: string;

  @Arg({ description: 'Whether to ask first', optional: true })
  asks?: boolean;
}

@Tool({ args: BuildArgs, description: 'Build a part.', synchronous: false })
class Build {
  async run({ part, asks }: BuildArgs, { session }: ToolContext): Promise<Result<unknown>> {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (asks) {
      const answer = await session!.ask!({
        message: 'Which colour?',
        schema: { type: 'object', properties: { colour: { type: 'string' } } },
      });
      return Result.ok(answer.action === 'accept' ? answer.content : answer.action);
    }
    if (part === 'bug') throw new TypeError('no such part');
    return part === 'none' ? Result.failure('There is no such part.', 'not_found') : Result.ok({ part });
  }
}

describe.each(['legacy', 'modern'] as const)('a tool that runs in the background, %s era', (era) => {
  let client: TestClient;
  beforeAll(async () => {
    client = await testClient(defineApp({ tools: [Build] }), {
      era,
      args: AT_ONCE,
      user: () => ({ colour: 'red' }),
    });
  });
  afterAll(() => client.close());

  test('a call that has only begun is neither a success nor a failure, denied or not', async () => {
    const reply = await client.call('build', { part: 'door' });
    expect(reply.operation).toMatch(/^op_/);
    const cure = /build has only begun, as op_[\w-]+, .*`await client\.resultOf\(reply\)`/;
    for (const judge of [
      () => expect(reply).toBeOk(),
      () => expect(reply).not.toBeOk(),
      () => expect(reply).toFailWith('not_found'),
      () => expect(reply).not.toFailWith(),
      () => assertOk(reply),
      () => assertFailsWith(reply),
    ])
      expect(judge).toThrow(cure);
    await client.resultOf(reply);
  });

  test('its result is waited for, and judged as any other', async () => {
    const result = async (part: string) => client.resultOf(await client.call('build', { part }));
    expect(await result('door')).toBeOk({ part: 'door' });
    expect((await result('door')).operation).toBeUndefined();
    expect(await result('none')).toFailWith('not_found');
    const failed = await result('bug');
    expect(failed).toFailWith('no such part');
    expect(failed.thrownAt[0]).toContain('Build.run');
    const refused = await client.call('build', {});
    expect(refused).toFailWith('validation_error');
    expect(await client.resultOf(refused)).toBe(refused);
  });

  test('fuzz waits for it too', async () => {
    const crashing = defineTool({
      name: 'crash',
      description: 'Crashes later.',
      synchronous: false,
      inputSchema: { type: 'object', properties: {} },
      run: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        throw new TypeError('too late');
      },
    });
    const other = await testClient(defineApp({ tools: [crashing] }), { era, args: AT_ONCE });
    await expect(fuzz(other, 'crash', { runs: 2 })).rejects.toThrow(/crashed: .*too late/);
    await other.close();
  });
});

describe.each(['legacy', 'modern'] as const)('a tool that can only be called as a task, %s era', (era) => {
  @Tool({ args: BuildArgs, description: 'Build a part.', synchronous: false, taskSupport: 'required' })
  class BuildAsTask extends Build {}

  let client: TestClient;
  beforeAll(async () => {
    client = await testClient(defineApp({ tools: [BuildAsTask] }), {
      era,
      args: AT_ONCE,
      user: () => ({ colour: 'red' }),
    });
  });
  afterAll(() => client.close());

  const resultOf = async (args: Record<string, unknown>) =>
    client.resultOf(await client.call('build_as_task', args));

  test('is called as one, and its result is waited for', async () => {
    const reply = await client.call('build_as_task', { part: 'door' });
    expect(reply.operation).toMatch(/^op_/);
    expect(() => assertOk(reply)).toThrow('has only begun');
    expect(await client.resultOf(reply)).toBeOk({ part: 'door' });
    expect(await resultOf({ part: 'none' })).toFailWith('not_found');
    expect(await resultOf({ part: 'door', asks: true })).toBeOk({ colour: 'red' });
  });

  test('refuses wrong arguments before there is a task', async () => {
    const reply = await client.call('build_as_task', { part: 1 });
    expect(reply.operation).toBeUndefined();
    expect(reply).toFailWith('validation_error');
  });

  test('is fuzzed like any other', async () => {
    const { reached, refused } = await fuzz(client, 'build_as_task', {
      runs: 8,
      seed: 1,
      expectedErrors: ['not_found'],
    });
    expect(reached).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
    await expect(fuzz(client, 'build_as_task', { runs: 1, examples: [{ part: 'bug' }] })).rejects.toThrow(
      /crashed: .*no such part/,
    );
  });
});

test('a question of a tool in the background is answered while its result is waited for', async () => {
  const client = await testClient(defineApp({ tools: [Build] }), {
    args: AT_ONCE,
    user: [{ colour: 'red' }, true],
  });
  const asked = async () => client.resultOf(await client.call('build', { part: 'door', asks: true }));
  expect(await asked()).toBeOk({ colour: 'red' });
  expect(await asked()).toBeOk({});
  await client.close();
});

test('calls in the background are recorded once, when they end, and their tests wait', async () => {
  const file = join(temporaryDirectory('toolwright-recorded'), 'calls.jsonl');
  for (const args of [AT_ONCE, []]) {
    const client = await testClient(defineApp({ tools: [Build], middleware: [recordCalls(file)] }), { args });
    await client.resultOf(await client.call('build', { part: 'door' }));
    await client.resultOf(await client.call('build', { part: 'none' }));
    await client.call('build', {});
    await client.close();
  }
  const recording = readFileSync(file, 'utf8');
  const background = { tool: 'build', background: true };
  expect(
    recording
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    { ...background, args: { part: 'door' }, value: { part: 'door' } },
    { ...background, args: { part: 'none' }, error: 'There is no such part.', errorType: 'not_found' },
    expect.objectContaining({ tool: 'build', errorType: 'validation_error' }),
    { tool: 'build', args: { part: 'door' }, value: { part: 'door' } },
    { tool: 'build', args: { part: 'none' }, error: 'There is no such part.', errorType: 'not_found' },
    expect.objectContaining({ tool: 'build', errorType: 'validation_error' }),
  ]);
  expect(testsFrom(recording, { app: './app.js' })).toContain(
    '  const reply = await client.resultOf(await client.call("build", {"part":"door"}));\n  expect(reply).toBeOk({"part":"door"});',
  );
});

test.each([undefined, '', null, 3])(
  'an expectation that every failure would fulfil is refused: %p',
  async (nothing) => {
    const client = await testClient(defineApp({ tools: [KeepNote] }));
    const reply = await client.call('keep_note', { name: 'taken' });
    const given = nothing as string;
    expect(() => expect(reply).toFailWith(given)).toThrow(/^A failure is recognised by a text.*leave it out/);
    expect(() => expect(reply).not.toFailWith(given)).toThrow(/^A failure is recognised by a text/);
    expect(() => assertFailsWith(reply, given)).toThrow(/^A failure is recognised by a text/);
    expect(reply).toFailWith();
    assertFailsWith(reply);
    await client.close();
  },
);

test.each([0, -1, 1.5, NaN])('fuzz that would make no whole number of calls is refused: %p', async (runs) => {
  const client = await testClient(defineApp({ tools: [KeepNote] }));
  await expect(fuzz(client, 'keep_note', { runs })).rejects.toThrow(
    /`runs` must be a whole number of at least 1/,
  );
  await client.close();
});

describe('recorded calls', () => {
  const directory = temporaryDirectory('toolwright-recorded');

  test('become tests that make them again', async () => {
    const file = join(directory, 'calls.jsonl');
    const client = await testClient(defineApp({ tools: [KeepNote], middleware: [recordCalls(file)] }));
    await client.call('keep_note', { name: 'milk' });
    await client.call('keep_note', { name: 'taken' });
    await client.call('keep_note', { nam: 'x' });
    await client.close();
    const recording = readFileSync(file, 'utf8');
    const source = testsFrom(recording, { app: '../src/app.js' });
    expect(source).toContain(
      '  const reply = await client.call("keep_note", {"name":"milk"});\n  expect(reply).toBeOk({"name":"milk"});',
    );
    expect(source).toContain(
      '  expect(reply).toFailWith("conflict");\n  expect(reply.error).toBe("taken is taken");',
    );
    expect(source).toContain('"3. keep_note fails with validation_error"');
    const forNode = testsFrom(recording, { app: '../src/app.js', runner: 'node' });
    expect(forNode).toContain('  assertOk(reply, {"name":"milk"});');
    expect(forNode).toContain("import { after, before, test } from 'node:test';");
    const forGlobals = testsFrom(recording, { app: '../src/app.js', runner: 'vitest', globals: true });
    expect(forGlobals).toMatch(
      /^import type \{\} from 'toolwright\/testing\/vitest';\nimport \{ testClient/m,
    );
    expect(forGlobals).not.toContain("from 'vitest'");
  });

  test('of a call that took long it is recorded how long', async () => {
    const now = jest.spyOn(performance, 'now');
    const file = join(temporaryDirectory('tw-recording'), 'calls.jsonl');
    const build = defineTool({
      name: 'build',
      description: 'Build.',
      inputSchema: { type: 'object' },
      run: ({ seconds }) => {
        const later = performance.now() + Number(seconds) * 1_000;
        now.mockImplementation(() => later);
        return 'built';
      },
    });
    const client = await testClient(defineApp({ tools: [build], middleware: [recordCalls(file)] }));
    await client.call('build', { seconds: 1.5 });
    await client.call('build', { seconds: 8.5 });
    await client.close();
    now.mockRestore();
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { seconds?: number }).seconds)).toEqual([undefined, 8]);
  });

  test('a broken recording is named by its line', () => {
    expect(() => testsFrom('{"tool":"a","args":{}}\n{"tool"', { app: './app.js' })).toThrow(/Line 2/);
  });

  test('are made again in another directory, if it is named', () => {
    expect(testsFrom('{"tool":"a","args":{}}', { app: './app.js', cwd: 'test/a "dir"' })).toContain(
      `testClient(app, { args: ['--prefix', ''], cwd: "test/a \\"dir\\"" });`,
    );
  });
});

test('what a running operation has so far is in the list without an id too, and stands apart in the answer to cancel', async () => {
  const long = `${'a'.repeat(2_000)}END`;
  const started = new Map<string, () => void>();
  const build = defineTool({
    name: 'build',
    description: 'Builds.',
    inputSchema: { type: 'object', properties: { parts: { type: 'string' } }, required: ['parts'] },
    synchronous: false,
    run: async ({ parts }, { soFar, signal }) => {
      soFar(ToolResult.json({ parts }));
      started.get(String(parts))?.();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'stopped';
    },
  });
  const client = await testClient(
    defineApp({
      name: 'builder',
      tools: build,
      packs: ['operations'],
      config: { operations: { inlineWait: 0 } },
    }),
  );
  const begin = async (parts: string): Promise<string> => {
    const reported = new Promise<void>((resolve) => started.set(parts, resolve));
    const { operation } = await client.call('build', { parts });
    await reported;
    return operation!;
  };
  const id = await begin('two');
  await begin(long);
  const { text } = await client.call('status');
  expect(text).toContain('"so_far":{"text":"{\\"parts\\":\\"two\\"}"}');
  expect(text).toMatch(/characters omitted; await \S+ returns all[^]*aaaEND/);
  expect(text.length).toBeLessThan(long.length);
  const cancelled = await client.call('cancel', { id });
  expect(cancelled.text.split('\n').slice(1)).toEqual([
    '{"parts":"two"}',
    'Tell the user that it was cancelled, and why.',
    expect.stringMatching(/^\{"tool_hint":/),
  ]);
  await client.close();
});
