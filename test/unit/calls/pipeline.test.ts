import { setTimeout as delay } from 'node:timers/promises';
import { defineTool, Result, ToolResult, type ToolContext } from '../../../src/index';
import { toOutcome } from '../../../src/calls/to-outcome';
import { ToolRegistry } from '../../../src/embed';
import type { Door } from '../../../src/tool-context';
import { recordingLogger } from '../../support/records';

const bare = { prefix: '' };

describe('a time limit longer than a timer can take', () => {
  const slow = (timeoutSeconds?: number) =>
    defineTool({
      name: 'slow',
      description: 'Takes a moment.',
      ...(timeoutSeconds !== undefined && { timeoutSeconds }),
      run: async () => {
        await delay(30);
        return 'done';
      },
    });

  test.each([
    ['a tool’s own', slow(5_000_000), {}, {}],
    ['its caller’s', slow(), {}, { timeoutSeconds: 5_000_000 }],
    ['the registry’s', slow(), { defaultTimeoutSeconds: 5_000_000 }, {}],
  ])('%s ends nothing early', async (_, tool, options, call) => {
    const registry = new ToolRegistry(tool, { ...bare, ...options });
    const { result } = await registry.call('slow', {}, { door: 'client', ...call });
    expect(result).toEqual(ToolResult.text('done'));
  });
});

test('a call that was cancelled before it began ends at once', async () => {
  const endless = defineTool({ name: 'endless', description: 'E.', run: () => new Promise(() => undefined) });
  const registry = new ToolRegistry(endless, { ...bare, defaultTimeoutSeconds: 0 });
  const { result } = await registry.call('endless', {}, { door: 'client', signal: AbortSignal.abort() });
  expect((result as Result).toJson()).toMatchObject({ error_type: 'cancelled' });
});

test('a failure that a tool returns is logged as one, and not as a success', async () => {
  const { log, lines } = recordingLogger();
  const refusing = defineTool({ name: 'refusing', description: 'R.', run: () => Result.failure('no', 'x') });
  await new ToolRegistry(refusing, { ...bare, log }).call('refusing', {}, { door: 'client' });
  expect(lines()).toEqual(['trace Tool called: refusing', 'debug Tool refusing returned a failure']);
});

test('what a tool reports after its call was cancelled reaches nobody', async () => {
  const controller = new AbortController();
  const heard: unknown[] = [];
  let goOn = (): void => undefined;
  let over = Promise.resolve();
  const stubborn = defineTool({
    name: 'stubborn',
    description: 'Goes on whatever happens.',
    run: (_args, context) =>
      (over = (async () => {
        context.progress({ progress: 1 });
        context.soFar('half');
        await new Promise<void>((resolve) => (goOn = resolve));
        context.progress({ progress: 2 });
        context.soFar(ToolResult.text('whole'));
      })()),
  });
  const call = new ToolRegistry(stubborn, bare).call(
    'stubborn',
    {},
    {
      door: 'client',
      signal: controller.signal,
      progress: ({ progress }) => heard.push(progress),
      soFar: (result) => heard.push(result),
    },
  );
  await Promise.resolve();
  controller.abort();
  expect((await call).isError).toBe(true);
  goOn();
  await over;
  expect(heard).toEqual([1, ToolResult.text('half')]);
});

test.each<[Door, string]>([
  ['client', 'handed over'],
  ['tool', 'handed over'],
  ['prompt', 'handed over'],
  ['run', 'handed over'],
  ['operation', 'done'],
  ['sequence', 'done'],
  ['shell', 'done'],
])('a tool for the background that is called through the door "%s" is %s', async (door, answer) => {
  const registry = new ToolRegistry(
    defineTool({ name: 'long', description: 'L.', synchronous: false, run: () => 'done' }),
    bare,
  );
  registry.runInBackgroundWith({ submit: () => Promise.resolve(toOutcome('handed over')) });
  expect((await registry.call('long', {}, { door })).result).toEqual(ToolResult.text(answer));
});

test.each<[Door, Door]>([
  ['client', 'tool'],
  ['shell', 'shell'],
  ['sequence', 'sequence'],
  ['operation', 'operation'],
  ['prompt', 'prompt'],
])('a tool that is called through the door "%s" calls others through "%s"', async (outside, inside) => {
  const doors: Door[] = [];
  const note = (context: ToolContext) => void doors.push(context.door);
  const registry = new ToolRegistry(
    [
      defineTool({ name: 'inner', description: 'I.', run: (_args, context) => note(context) }),
      defineTool({
        name: 'outer',
        description: 'O.',
        run: async (_args, context) => {
          note(context);
          await context.call('inner');
        },
      }),
    ],
    bare,
  );
  await registry.call('outer', {}, { door: outside });
  expect(doors).toEqual([outside, inside]);
});

describe('whatever a tool returns becomes an outcome', () => {
  const blocks = new ToolResult([{ type: 'text', text: 'no' }], true);
  const text = (written: string) => ({ result: ToolResult.text(written), isError: false });

  test.each<[string, unknown, object]>([
    ['a result', Result.ok({ a: 1 }), { result: Result.ok({ a: 1 }), isError: false }],
    ['a failed result', Result.failure('no', 'x'), { isError: true }],
    ['content blocks', ToolResult.text('hi'), text('hi')],
    ['blocks that report an error', blocks, { result: blocks, isError: true }],
    ['a string', 'hi', text('hi')],
    ['nothing', undefined, { result: ToolResult.empty(), isError: false }],
    ['null', null, { result: ToolResult.empty(), isError: false }],
    ['a number', 7, { result: ToolResult.json(7), isError: false }],
    [
      'an object with a field called result',
      { result: 1 },
      { result: ToolResult.json({ result: 1 }), isError: false },
    ],
    [
      'an object that only looks like an outcome',
      { result: 1, repairs: [] },
      { result: ToolResult.json({ result: 1, repairs: [] }), isError: false },
    ],
  ])('%s', (_, value, expected) => {
    expect(toOutcome(value)).toMatchObject(expected);
  });

  test('the outcome of an inner call is passed on as it is', () => {
    const inner = toOutcome(ToolResult.error('no'));
    expect(toOutcome(inner)).toBe(inner);
  });

  test('an error that is returned is thrown', () => {
    expect(() => toOutcome(new Error('late'))).toThrow('late');
  });
});

test('a background tool in a registry without an engine is waited for, and that is said once', async () => {
  const { log, lines } = recordingLogger();
  const long = defineTool({ name: 'long', description: 'L.', synchronous: false, run: () => 'done' });
  const registry = new ToolRegistry(long, { ...bare, log });
  for (let turn = 0; turn < 2; turn++) {
    const { result } = await registry.call('long', {}, { door: 'client' });
    expect(result).toEqual(ToolResult.text('done'));
  }
  expect(lines().filter((line) => line.includes('no background engine'))).toHaveLength(1);
});

test('what a context offers can be taken out of it', async () => {
  const heard: unknown[] = [];
  const inner = defineTool({ name: 'inner', description: 'I.', run: () => 'inner' });
  const taking = defineTool({
    name: 'taking',
    description: 'T.',
    run: async (_args, { progress, soFar, once, call }) => {
      progress({ progress: 1 });
      soFar(ToolResult.text('half'));
      return `${await once('key', () => 'first')} ${JSON.stringify((await call('inner')).result)}`;
    },
  });
  const { result } = await new ToolRegistry([inner, taking], bare).call(
    'taking',
    {},
    { door: 'client', progress: (update) => heard.push(update), soFar: (half) => heard.push(half) },
  );
  expect(JSON.stringify(result)).toContain('first');
  expect(JSON.stringify(result)).toContain('inner');
  expect(heard).toEqual([{ progress: 1 }, ToolResult.text('half')]);
});

describe('the signal of a context', () => {
  const seen = async (given: AbortSignal | undefined, look: (context: ToolContext) => unknown) => {
    let found: unknown;
    const looking = defineTool({
      name: 'looking',
      description: 'L.',
      run: (_args, context) => (found = look(context)),
    });
    await new ToolRegistry(looking, bare).call('looking', {}, { door: 'client', signal: given });
    return found;
  };

  test('is the same one each time', async () => {
    expect(await seen(undefined, (context) => context.signal === context.signal)).toBe(true);
  });

  test('is aborted from the start if the caller has left already', async () => {
    expect(await seen(AbortSignal.abort(new Error('left')), ({ signal }) => signal.reason)).toEqual(
      new Error('left'),
    );
  });

  test('is no longer heard after the call', async () => {
    const caller = new AbortController();
    const held = (await seen(caller.signal, ({ signal }) => signal)) as AbortSignal;
    caller.abort();
    expect(held.aborted).toBe(false);
  });

  test('is aborted when it is first looked at after a timeout', async () => {
    let late: ToolContext | undefined;
    const slow = defineTool({
      name: 'slow',
      description: 'S.',
      timeoutSeconds: 0.01,
      run: (_args, context) => ((late = context), new Promise(() => undefined)),
    });
    await new ToolRegistry(slow, bare).call('slow', {}, { door: 'client' });
    expect(late!.signal.aborted).toBe(true);
  });
});

test('only clients are answered within a budget; other doors get the outcome itself', async () => {
  const answered: string[] = [];
  const tool = defineTool({ name: 'plain', description: 'P.', run: () => 'whole' });
  const registry = new ToolRegistry(tool, {
    ...bare,
    answers: {
      budgetOf: () => 10,
      listedOutput: () => undefined,
      answer: (_tool, _session, outcome) => (answered.push('cut'), outcome),
    },
  });
  await registry.call('plain', {}, { door: 'client' });
  expect(answered).toEqual(['cut']);
  await registry.call('plain', {}, { door: 'run' });
  expect(answered).toEqual(['cut']);
});
