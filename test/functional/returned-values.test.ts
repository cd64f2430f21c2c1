import Ajv2020 from 'ajv/dist/2020';
import { Arg, defineTool, Result, Tool, ToolArguments, ToolResult, type ToolSource } from '../../src/index';
import { outcomeError, outcomeValue, signatureOf, ToolRegistry } from '../../src/embed';
import { connect } from '../support/connect';
import { workshop } from '../support/definitions';

const STARTED = '{ status: "started"; job_id: string; operation_id: string; tool: string; message: string }';

class Part extends ToolArguments {
  @Arg('How many') itemCount!: number;
}

const text = (value?: unknown): ToolResult => new ToolResult([{ type: 'text', text: 'shown' }], false, value);

async function callOf(source: ToolSource): Promise<{ value?: unknown; error?: string; shown?: unknown }> {
  const registry = new ToolRegistry(source);
  const outcome = await registry.call(registry.list()[0]!.name);
  if (outcome.isError) return { error: outcomeError(outcome) };
  const shown = outcome.result instanceof ToolResult ? outcome.result.content : undefined;
  return { value: outcomeValue(outcome), ...(shown && { shown }) };
}

function returning(returned: unknown): ToolSource {
  @Tool({ description: 'Parts.', returns: { items: () => Part } })
  class Parts {
    run(): Part[] {
      return returned as Part[];
    }
  }
  return Parts;
}

describe('a ToolResult beside `returns`', () => {
  test('has its value checked and given its wire names, and keeps its content and its page', async () => {
    const page = { missing: 'the rest' };
    const source = returning(text([{ itemCount: 1, hidden: true }]).asPage(page));
    expect(await callOf(source)).toEqual({
      value: [{ item_count: 1 }],
      shown: [{ type: 'text', text: 'shown' }],
    });
    const { result } = await new ToolRegistry(source).call('parts');
    expect(result).toMatchObject({ page });
  });

  test.each([
    ['a value of another shape', text([{ itemCount: 'one' }]), /\[0\]\.item_count must be a number/],
    ['text alone, which code would get in place of the value', text(), /the value must be an array/],
    ['blocks alone', ToolResult.image(new Uint8Array(1), 'image/png'), /does not allow/],
    ['no content at all', ToolResult.empty(), /the value must be an array/],
    ['a Result without a value', Result.ok(), /the value must be an array/],
    ['nothing', undefined, /the value must be an array/],
  ])('is the mistake of the tool where it holds %s', async (_what, returned, error) => {
    expect((await callOf(returning(returned))).error).toMatch(error);
  });

  test('that is an error is sent as it is', async () => {
    expect(await callOf(returning(ToolResult.error('none left')))).toEqual({ error: 'none left' });
  });
});

describe('a tool made with defineTool', () => {
  const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] } as const;
  const defined = (stated: object, returned: unknown): ToolSource =>
    defineTool({ name: 'counted', description: 'Count.', ...stated, run: () => returned });

  test.each([
    ['a value', { count: 1 }],
    ['a promise', Promise.resolve({ count: 1 })],
    ['a ToolResult', text({ count: 1 })],
  ])('may return %s that fits', async (_what, returned) => {
    expect(await callOf(defined({ returns: schema }, returned))).toMatchObject({ value: { count: 1 } });
    expect(await callOf(defined({ outputSchema: schema }, returned))).toMatchObject({ value: { count: 1 } });
  });

  test.each([
    ['a value', { count: 'one' }],
    ['a promise', Promise.resolve({ count: 'one' })],
    ['a ToolResult', text({ count: 1.5 })],
    ['text alone', text()],
  ])('is reported where %s does not fit', async (_what, returned) => {
    expect((await callOf(defined({ returns: schema }, returned))).error).toMatch(
      /counted returned what its output schema does not allow: (count|the value) must be an? /,
    );
    expect((await callOf(defined({ outputSchema: schema }, returned))).error).toMatch(
      /counted returned what its outputSchema does not allow/,
    );
  });

  test('announces with outputSchema what is sent, which is the Result around a value', async () => {
    const wrong = await callOf(defined({ outputSchema: schema }, Result.ok({ count: 1 })));
    expect(wrong.error).toMatch(/count is required/);
    const failure = await callOf(defined({ outputSchema: schema }, Result.failure('none', 'empty')));
    expect(failure.error).toBe('none');
  });
});

describe('a tool that goes on in the background', () => {
  @Tool({ description: 'Text.', returns: 'string', synchronous: false })
  class SayText {
    run(): string {
      return 'text';
    }
  }
  @Tool({ description: 'List.', returns: { items: () => Part }, synchronous: false })
  class ListParts {
    run(): Part[] {
      return [{ itemCount: 1 }];
    }
  }
  @Tool({ description: 'One.', output: Part, synchronous: false })
  class OnePart {
    run(): Result<Part> {
      return Result.ok({ itemCount: 1 }, { message: 'For you.', instruction: 'Go on.' });
    }
  }
  const tools = [SayText, ListParts, OnePart];
  const files = {
    'show.json': {
      name: 'show',
      description: 'Shows.',
      command: 'print-argv',
      subcommand: [
        { name: 'later', description: 'Shows.', synchronous: false },
        { name: 'now', description: 'Shows.', synchronous: true },
      ],
    },
  };

  test.each([
    ['say_text', 'string'],
    ['list_parts', '{ item_count: number }[]'],
    ['one_part', '{ item_count: number }'],
  ])('%s says that it returns %s or the operation, and returns just that', async (name, value) => {
    for (const inlineWaitMs of [0, 20_000]) {
      const shop = await workshop({ files: {}, tools, inlineWaitMs });
      try {
        const described = shop.registry.describe(name);
        expect(signatureOf(name, described)).toBe(`${name}(): Promise<${value} | ${STARTED}>`);
        expect(described.outputSchema).toBeUndefined();
        const returned = outcomeValue(await shop.registry.call(name, {}, { door: 'run' }));
        const fits = new Ajv2020({ strict: false }).compile(described.returns!);
        expect({ returned, fits: fits(returned) }).toEqual({ returned, fits: true });
        await shop.registry.call('await', {});
      } finally {
        await shop.close();
      }
    }
  });

  test('that ends soon answers a client as one that is waited for: with the message and the instruction', async () => {
    const shop = await workshop({ files: {}, tools, inlineWaitMs: 20_000 });
    try {
      const { result } = await shop.registry.call('one_part');
      expect(JSON.parse(JSON.stringify(result))).toEqual({
        success: true,
        value: { item_count: 1 },
        message: 'For you.',
        instruction: 'Go on.',
      });
    } finally {
      await shop.close();
    }
  });

  test('of a definition says what its program returns, or the operation', async () => {
    const shop = await workshop({ files, inlineWaitMs: 20_000 });
    try {
      const [later, now] = ['show_later', 'show_now'].map(
        (name) => /Promise<([^]*)>$/.exec(signatureOf(name, shop.registry.describe(name)))![1],
      );
      expect(now).toMatch(/^\{ state: string; exit_code: number \| null; stdout: string; /);
      expect(later).toBe(`${now} | ${STARTED}`);
      expect(outcomeValue(await shop.registry.call('show_later'))).toMatchObject({ exit_code: 0 });
    } finally {
      await shop.close();
    }
  });
});

describe('what tools of the SDK return', () => {
  const told = [{ type: 'text', text: 'told' }];
  const outputSchema = {
    type: 'object' as const,
    properties: { n: { type: 'number' as const } },
    required: ['n'],
  };

  async function sent(returned: unknown, more: object = {}): Promise<unknown> {
    const tool = defineTool({
      name: 'give',
      description: 'Give.',
      inputSchema: { type: 'object', properties: {} },
      run: () => returned,
      ...more,
    });
    const { client, close } = await connect(new ToolRegistry(tool));
    const reply = await client.callTool({ name: 'give', arguments: {} });
    await close();
    return reply;
  }

  test('is sent as it is', async () => {
    expect(await sent({ content: told })).toMatchObject({ content: told });
    expect(await sent({ content: told, isError: true })).toMatchObject({ content: told, isError: true });
    expect(await sent({ content: told, isError: false })).not.toHaveProperty('isError');
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const reply = await sent({ content: [image] });
    expect(reply).toMatchObject({ content: [image] });
    expect(reply).not.toHaveProperty('structuredContent');
  });

  test('has its structured content checked and sent where the tool declares it', async () => {
    const reply = await sent({ content: told, structuredContent: { n: 1 } }, { outputSchema });
    expect(reply).toMatchObject({ content: told, structuredContent: { n: 1 } });
    const wrong = await sent({ content: told, structuredContent: { n: 'one' } }, { outputSchema });
    expect(wrong).toMatchObject({ isError: true });
    expect(JSON.stringify(wrong)).toContain('n must be a number');
    expect(await sent({ content: told, isError: true }, { outputSchema })).toMatchObject({
      content: told,
      isError: true,
    });
  });

  test('is data where the tool declares its members of its value', async () => {
    const properties = { content: { type: 'array' as const }, isError: { type: 'boolean' as const } };
    const declared = { type: 'object' as const, properties };
    const value = { content: [{ type: 'text', text: 'line 1' }, 'line 2'], isError: true };
    for (const stated of [{ outputSchema: declared }, { returns: declared }]) {
      const reply = await sent(value, stated);
      expect(reply).not.toHaveProperty('isError');
      expect(reply).toMatchObject({ content: [{ type: 'text', text: JSON.stringify(value) }] });
    }
  });

  test.each<[string, unknown]>([
    ['has other members', { content: told, title: 'Page' }],
    ['holds no blocks', { content: ['told'] }],
    ['holds blocks of no kind that there is', { content: [{ type: 'video', text: 'told' }] }],
    ['is empty', { content: [] }],
  ])('is a value like any other where it %s', async (_, value) => {
    expect(await sent(value)).toMatchObject({ content: [{ type: 'text', text: JSON.stringify(value) }] });
  });
});
