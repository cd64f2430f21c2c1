import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { Arg, defineTool, Explicit, Result, Tool, ToolArguments, type ToolContext } from '../../src/index';
import { ToolRegistry } from '../../src/registries/tool-registry';
import { background } from '../support/background';
import { connect } from '../support/connect';

/** A door that the test opens. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

const KEY = 'toolwright/idempotencyKey';
// As long as an unauthenticated caller's has to be.
const key = (name: string): string => name.padEnd(22, '-');

let runs: string[] = [];
let hold = gate();
let fails = false;

class PayArgs extends ToolArguments {
  @Arg('The invoice')
  invoiceId!: number;

  @Arg({ description: 'Cents', optional: true })
  amount?: number;
}

@Tool({ args: PayArgs, description: 'Pay an invoice.', idempotencyKey: ['invoice_id'] })
class Pay {
  run(args: PayArgs): Result<unknown> {
    runs.push(`pay ${args.invoiceId}`);
    return fails ? Result.failure('the bank is closed', 'bank') : Result.ok({ paid: args.invoiceId });
  }
}

class DropArgs extends ToolArguments {
  @Explicit('DROP')
  confirm!: 'DROP';
}

@Tool({ args: DropArgs, description: 'Drop everything.' })
class Drop {
  run(): string {
    runs.push('drop');
    return 'dropped';
  }
}

const schema = {
  type: 'object',
  properties: { text: { type: 'string' } },
  additionalProperties: false,
} as const;
const tool = (
  name: string,
  run: (args: Record<string, unknown>, context: ToolContext) => unknown,
  annotations = {},
): ReturnType<typeof defineTool> =>
  defineTool({ name, description: `${name}.`, inputSchema: schema, annotations, run });

const registry = (): ToolRegistry =>
  new ToolRegistry([
    Pay,
    Drop,
    tool('note', ({ text }) => {
      runs.push(`note ${String(text)}`);
      return `noted ${String(text)}`;
    }),
    tool('wait', async () => {
      runs.push('wait');
      await hold.opened;
      return { waited: runs.length };
    }),
    tool('fail', () => {
      runs.push('fail');
      throw new Error('broken');
    }),
    tool(
      'again',
      () => {
        runs.push('again');
        throw new Error('broken');
      },
      { idempotentHint: true },
    ),
    tool('twice', async (_args, context) => {
      const args = { invoice_id: 99 };
      return [await context.call('pay', args), await context.call('pay', args)].map((one) => one.isError);
    }),
  ]);

describe('calls with an idempotency key', () => {
  let client: Client;
  let close: () => Promise<void>;
  beforeEach(async () => {
    runs = [];
    hold = gate();
    fails = false;
    ({ client, close } = await connect(registry()));
  });
  afterEach(() => close());

  const call = (name: string, args: object, given?: string) =>
    client.callTool({
      name,
      arguments: args as Record<string, unknown>,
      ...(given !== undefined && { _meta: { [KEY]: given } }),
    });
  const textOf = (reply: Awaited<ReturnType<typeof call>>): string =>
    (reply.content as { text: string }[])[0]!.text;

  test('a retry gets the recorded answer, and is told so', async () => {
    const first = await call('note', { text: 'a' }, key('one'));
    const again = await call('note', { text: 'a' }, key('one'));
    expect(first._meta?.['toolwright/replayed']).toBeUndefined();
    expect(again._meta).toMatchObject({ 'toolwright/replayed': true });
    expect(again.content).toEqual(first.content);
    expect(runs).toEqual(['note a']);
  });

  test('another key, or none, is another call', async () => {
    await call('note', { text: 'a' }, key('one'));
    await call('note', { text: 'a' }, key('two'));
    await call('note', { text: 'a' });
    await call('note', { text: 'a' });
    expect(runs).toHaveLength(4);
  });

  test('a retry joins the call that is running', async () => {
    const both = [call('wait', {}, key('one')), call('wait', {}, key('one')), call('wait', {}, key('one'))];
    while (!runs.length) await new Promise((resolve) => setTimeout(resolve, 5));
    hold.open();
    const replies = await Promise.all(both);
    expect(new Set(replies.map(textOf)).size).toBe(1);
    expect(runs).toEqual(['wait']);
    expect(replies.filter((reply) => reply._meta?.['toolwright/replayed'])).toHaveLength(2);
  });

  test.each<[string, string, object]>([
    ['other arguments', 'note', { text: 'b' }],
    ['another tool', 'fail', { text: 'a' }],
  ])('the same key with %s is refused, with the cure', async (_what, name, args) => {
    await call('note', { text: 'a' }, key('one'));
    const refused = await call(name, args, key('one'));
    expect(refused.isError).toBe(true);
    expect(textOf(refused)).toMatch(/idempotency_key_reused.*new key/);
    expect(runs).toEqual(['note a']);
  });

  test('what failed before it ran is not recorded', async () => {
    expect((await call('note', { wrong: 1 }, key('one'))).isError).toBe(true);
    expect((await call('drop', { confirm: 'no' }, key('two'))).isError).toBe(true);
    expect((await call('note', { text: 'a' }, key('one'))).isError).toBeUndefined();
    expect((await call('drop', { confirm: 'DROP' }, key('two'))).isError).toBeUndefined();
    expect(runs).toEqual(['note a', 'drop']);
  });

  test('a failure is an answer too; an idempotent tool is tried again', async () => {
    const failures = [await call('fail', {}, key('one')), await call('fail', {}, key('one'))];
    expect(failures.map((reply) => reply.isError)).toEqual([true, true]);
    expect(textOf(failures[1]!)).toBe(textOf(failures[0]!));
    expect(failures[1]!._meta).toMatchObject({ 'toolwright/replayed': true });
    await call('again', {}, key('two'));
    await call('again', {}, key('two'));
    expect(runs).toEqual(['fail', 'again', 'again']);
  });

  test('a tool derives the key from the arguments that it names', async () => {
    const first = await call('pay', { invoice_id: 7 });
    // A model that writes numbers as text means the same invoice, but these are not the same arguments.
    expect(textOf(await call('pay', { invoice_id: '7' }))).toMatch(/idempotency_key_reused/);
    expect(textOf(await call('pay', { invoice_id: 7, amount: 3 }))).toMatch(/idempotency_key_reused/);
    expect(textOf(await call('pay', { invoice_id: 7 }))).toBe(textOf(first));
    await call('pay', { invoice_id: 8 });
    expect(runs).toEqual(['pay 7', 'pay 8']);
  });

  test('a derived key holds whatever key the caller gives, and through other doors', async () => {
    await call('pay', { invoice_id: 7 }, key('one'));
    const other = await call('pay', { invoice_id: 7 }, key('two'));
    expect(other._meta).toMatchObject({ 'toolwright/replayed': true });
    expect(textOf(await call('twice', {}))).toBe('[false,false]');
    expect(runs).toEqual(['pay 7', 'pay 99']);
  });

  test('what a tool with a derived key says it failed to do is tried again', async () => {
    fails = true;
    expect((await call('pay', { invoice_id: 7 })).isError).toBe(true);
    fails = false;
    expect((await call('pay', { invoice_id: 7 })).isError).toBeUndefined();
    expect(runs).toHaveLength(2);
  });

  test.each([[''], ['x'.repeat(257)], [7], [null]])('the key %p is no key', async (wrong) => {
    await expect(call('note', {}, wrong as string)).rejects.toMatchObject({ code: -32602 });
    expect(runs).toEqual([]);
  });

  test('a client that stops waiting leaves the call running', async () => {
    const slow = client.callTool({ name: 'wait', arguments: {}, _meta: { [KEY]: key('one') } }, undefined, {
      timeout: 50,
    });
    await expect(slow).rejects.toThrow(/timed out/i);
    hold.open();
    const retried = await call('wait', {}, key('one'));
    expect(retried.isError).toBeUndefined();
    expect(runs).toEqual(['wait']);
  });
});

test('a client that cancels a call ends it, and a retry is told so', async () => {
  runs = [];
  hold = gate();
  const { client, close } = await connect(registry());
  const stop = new AbortController();
  const said = { name: 'wait', arguments: {}, _meta: { [KEY]: key('one') } };
  const slow = client.callTool(said, undefined, { signal: stop.signal });
  while (!runs.length) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort('the user pressed escape');
  await expect(slow).rejects.toThrow();
  const retried = await client.callTool(said);
  expect(retried).toMatchObject({ isError: true, _meta: { 'toolwright/replayed': true } });
  expect((retried.content as { text: string }[])[0]!.text).toMatch(/was cancelled/);
  hold.open();
  await close();
});

test('a retry of a call in the background gets the same operation, also where the key is derived', async () => {
  runs = [];
  hold = gate();
  const brew = (name: string, more: object): ReturnType<typeof defineTool> =>
    defineTool({
      name,
      description: 'Brew.',
      inputSchema: schema,
      synchronous: false,
      ...more,
      run: async () => {
        runs.push(name);
        await hold.opened;
        return 'brewed';
      },
    });
  const { registry: tools, options } = background([
    brew('brew', {}),
    brew('derived', { idempotencyKey: ['text'] }),
  ]);
  const { client, close } = await connect(tools, options);
  const call = async (name: string, meta?: object): Promise<string> => {
    const { content } = await client.callTool({
      name,
      arguments: { text: 'tea' },
      ...(meta && { _meta: { ...meta } }),
    });
    return (JSON.parse((content as { text: string }[])[0]!.text) as { operation_id: string }).operation_id;
  };
  const first = await call('brew', { [KEY]: key('one') });
  expect(await call('brew', { [KEY]: key('one') })).toBe(first);
  expect(await call('brew', { [KEY]: key('two') })).not.toBe(first);
  expect(await call('derived')).toBe(await call('derived'));
  expect(runs).toEqual(['brew', 'brew', 'derived']);
  hold.open();
  await close();
});

test('a caller never gets the answer of another', async () => {
  const shared = registry();
  runs = [];
  const one = await connect(shared);
  const other = await connect(shared);
  const said = { name: 'note', arguments: { text: 'a' }, _meta: { [KEY]: 'a shared key' } };
  await one.client.callTool(said);
  const reply = await other.client.callTool(said);
  expect(reply._meta?.['toolwright/replayed']).toBeUndefined();
  await one.close();
  await other.close();
});

test('without authentication and session a key must be unguessable', async () => {
  runs = [];
  const call = (idempotencyKey: string) =>
    registry().call('note', { text: 'a' }, { door: 'client', session: { id: 'anyone' }, idempotencyKey });
  expect((await call('7')).result).toMatchObject({ errorType: 'idempotency_key_weak' });
  expect((await call(key('7'))).isError).toBe(false);
  expect(runs).toEqual(['note a']);
});

test('a tool that derives its key from what is no argument is the author’s mistake', async () => {
  const wrong = defineTool({
    name: 'pay',
    description: 'Pay.',
    inputSchema: schema,
    idempotencyKey: ['invoice'],
    run: () => 'paid',
  });
  await expect(new ToolRegistry([wrong]).verify()).rejects.toThrow(
    /idempotencyKey that names invoice, which is no argument.*text/,
  );
});

test.each([undefined, key('mine')])(
  'a middleware that hands the options on keeps the session and its grant (key %s)',
  async (idempotencyKey) => {
    runs = [];
    const tools = registry();
    const seen: unknown[] = [];
    tools.use(async (made, next) => {
      if (made.tool.name !== 'note') return next();
      seen.push(await tools.call('fail', {}, { ...made.options }).catch(() => 'not granted'));
      seen.push((await tools.call('again', {}, { ...made.options })).result);
      return next();
    });
    const session = { id: 'ada', grant: { allows: (name: string) => name !== 'fail' } };
    const { signal } = new AbortController();
    const call = () => tools.call('note', { text: 'a' }, { door: 'client', session, signal, idempotencyKey });
    await expect(call()).resolves.toMatchObject({ isError: false });
    // The second was called, and not refused because its key was used for another tool.
    expect(seen).toEqual([
      'not granted',
      expect.objectContaining({ error: expect.stringContaining('broken') }),
    ]);
    expect(runs).toEqual(['again', 'note a']);
  },
);
