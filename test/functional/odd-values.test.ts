import { IsEmail, IsOptional, ValidateBy } from 'class-validator';
import { Arg, defineTool, Result, Tool, ToolArguments, ToolResult, type ToolClass } from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import { connect, jsonOf, textOf } from '../support/connect';

const returning = (value: unknown) =>
  new ToolRegistry(defineTool({ name: 'odd', description: 'Odd.', run: () => value }), { prefix: '' });

async function answerOf(value: unknown) {
  const { client, close } = await connect(returning(value));
  try {
    return await client.callTool({ name: 'odd' });
  } finally {
    await close();
  }
}

describe('whatever a tool returns, the client gets a proper answer', () => {
  test('a Date is its text', async () =>
    expect(textOf(await answerOf(new Date(0)))).toBe('"1970-01-01T00:00:00.000Z"'));

  test('a returned Error is a failure', async () => {
    expect(jsonOf(await answerOf(new RangeError('too far')))).toMatchObject({
      success: false,
      exception_message: 'too far',
    });
  });

  test('what waits behind `then` is awaited, promise or not', async () => {
    const query = { then: (resolve: (rows: string) => void) => resolve('rows') };
    expect(textOf(await answerOf(query))).toBe('rows');
  });

  test.each<[string, () => unknown]>([
    ['a BigInt', () => Result.ok({ a: 1n })],
    [
      'a circle',
      () => {
        const circle: Record<string, unknown> = {};
        circle['self'] = circle;
        return Result.ok(circle);
      },
    ],
  ])('%s is a failure that says so, not a protocol error', async (_what, make) => {
    const result = await answerOf(make());
    expect(result.isError).toBe(true);
    expect(jsonOf(result)).toMatchObject({ success: false, error_data: { code: -32005 } });
  });

  test('content of a foreign form is a failure that says what is wrong with it', async () => {
    const result = await answerOf(new ToolResult([{ type: 'picture', data: 'x' } as never]));
    expect(result.isError).toBe(true);
    expect(jsonOf(result)['error']).toMatch(/is not valid MCP: content\.0/);
  });

  test('a result too large for a message is a failure that says how large', async () => {
    const result = await answerOf('x'.repeat(20_000_000));
    expect(result.isError).toBe(true);
    expect(jsonOf(result)['error']).toMatch(/has 200000\d\d bytes/);
  });
});

describe('an output class', () => {
  class Answer extends ToolArguments {
    @Arg('How many') itemCount!: number;
  }
  class NoArgs extends ToolArguments {}

  test.each<[string, () => Answer | Result<Answer>]>([
    ['a plain object', () => ({ itemCount: 3 })],
    ['a Result', () => Result.ok({ itemCount: 3 })],
    ['an instance', () => Object.assign(new Answer(), { itemCount: 3 })],
    ['wire names already', () => ({ item_count: 3 }) as object as Answer],
  ])('maps its fields to their wire names: %s', async (_what, make) => {
    @Tool({ args: NoArgs, description: 'Count.', output: Answer })
    class Count {
      async run(_args: NoArgs) {
        return make();
      }
    }
    const { client, close } = await connect(new ToolRegistry([Count], { prefix: '' }));
    await client.listTools();
    const result = await client.callTool({ name: 'count' });
    expect(result.structuredContent).toEqual({ success: true, value: { item_count: 3 } });
    await close();
  });

  test('sends no property that it does not declare, and keeps wire names at every depth', async () => {
    class Part extends ToolArguments {
      @Arg('How many') itemCount!: number;
    }
    class Whole extends ToolArguments {
      @Arg({ description: 'In order', items: () => Part }) parts!: Part[];
      @Arg({ description: 'By name', values: () => Part }) byName!: Record<string, Part>;
      @Arg({ description: 'Perhaps', type: () => Part, nullable: true }) lastPart!: Part | null;
    }
    @Tool({ args: NoArgs, description: 'Count.', output: Whole })
    class Count {
      run(_args: NoArgs) {
        const part = { itemCount: 1, internal: true };
        return { parts: [part], byName: { a: part }, lastPart: null, debug: 'x' };
      }
    }
    const { client, close } = await connect(new ToolRegistry([Count], { prefix: '' }));
    const result = await client.callTool({ name: 'count' });
    expect(result.structuredContent).toEqual({
      success: true,
      value: { parts: [{ item_count: 1 }], by_name: { a: { item_count: 1 } }, last_part: null },
    });
    await close();
  });

  test('refuses a value that is not of it, and names the field', async () => {
    // @ts-expect-error -- wrong on purpose
    @Tool({ args: NoArgs, description: 'Count.', output: Answer })
    class Wrong {
      run(_args: NoArgs) {
        return { itemCount: 'three' };
      }
    }
    const { client, close } = await connect(new ToolRegistry([Wrong], { prefix: '' }));
    expect(jsonOf(await client.callTool({ name: 'wrong' }))).toMatchObject({
      success: false,
      error: expect.stringContaining('item_count'),
    });
    await close();
  });
});

describe('own rules', () => {
  const even = () =>
    ValidateBy({
      name: 'even',
      validator: {
        validate: (value) => Number(value) % 2 === 0,
        defaultMessage: () => '$property must be even',
      },
    });

  class Ruled extends ToolArguments {
    @Arg({ description: 'Mail', optional: true }) @IsEmail() mail?: string;
    @Arg({ description: 'Other', optional: true }) @IsOptional() @IsEmail() other?: string;
    @Arg({ description: 'Number', type: 'integer' }) @even() evenNumber!: number;
  }
  @Tool({
    args: Ruled,
    description: 'Ruled.',
    examples: [{ args: { even_number: 4 }, explains: 'An even one.' }],
  })
  class RuledTool {
    run(args: Ruled) {
      return args.evenNumber;
    }
  }

  test('an absent optional field is not judged, and a message names a field once, by its wire name', async () => {
    const registry = new ToolRegistry([RuledTool], { prefix: '' });
    expect((await registry.call('ruled_tool', { even_number: 2 })).isError).toBe(false);
    const refused = (await registry.call('ruled_tool', { even_number: 3, mail: 'x' })).result as Result;
    expect(refused.error).toBe(
      'Invalid arguments for ruled_tool: mail must be an email; even_number must be even',
    );
  });

  test('the example in a refusal is the tool’s own', async () => {
    const registry = new ToolRegistry([RuledTool], { prefix: '' });
    const refused = (await registry.call('ruled_tool', {})).result as Result;
    expect(refused.errorData).toMatchObject({ example: { even_number: 4 } });
  });
});

describe('middleware that misbehaves is a failure, not a broken call', () => {
  test.each<[string, () => never]>([
    [
      'throws',
      () => {
        throw new Error('mw');
      },
    ],
    ['returns nothing', () => undefined as never],
  ])('%s', async (_what, middleware) => {
    const registry = returning('x');
    registry.use(middleware);
    const outcome = await registry.call('odd');
    expect(outcome.isError).toBe(true);
  });
});

describe('author errors', () => {
  class Good extends ToolArguments {
    @Arg('A name') name!: string;
  }
  class Bad extends ToolArguments {
    // @ts-expect-error -- wrong on purpose
    @Arg('Things') things!: string[];
  }
  @Tool({ args: Good, description: 'Good.' })
  class GoodTool {
    run(args: Good) {
      return args.name;
    }
  }
  @Tool({ args: Bad, description: 'Bad.' })
  class BadTool {
    run(_args: Bad) {
      return 1;
    }
  }

  test('one wrong class does not take the others from the list', async () => {
    const { client, close } = await connect(new ToolRegistry([GoodTool, BadTool], { prefix: '' }));
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['good_tool']);
    await close();
  });

  test.each<[string, () => unknown, RegExp]>([
    [
      'undefined in the list',
      () => new ToolRegistry([GoodTool, undefined as unknown as ToolClass]),
      /undefined.*circular import/,
    ],
    [
      'an instance in the list',
      () => new ToolRegistry([new GoodTool() as unknown as ToolClass]),
      /GoodTool.*instance/,
    ],
    [
      'no description',
      () => new ToolRegistry([tooled({ description: '' })], { prefix: '' }).describe('made'),
      /has no description/,
    ],
    [
      'a negative time limit',
      () =>
        new ToolRegistry([tooled({ description: 'x', timeoutSeconds: -1 })], { prefix: '' }).describe('made'),
      /timeoutSeconds/,
    ],
    [
      'standard decorators',
      () =>
        (Arg('x') as unknown as (value: undefined, context: object) => void)(undefined, {
          kind: 'field',
          name: 'a',
        }),
      /experimentalDecorators/,
    ],
    [
      'a raw schema of an unknown type',
      () =>
        defineTool({
          name: 'x',
          description: 'x',
          inputSchema: { type: 'object', properties: { a: { type: 'strin' as never } } },
          run: () => 1,
        }),
      /"strin"/,
    ],
  ])('%s', (_what, make, message) => expect(make).toThrow(message));

  function tooled(facts: { description: string; timeoutSeconds?: number }): ToolClass {
    class Made {
      run(_args: Good) {
        return 1;
      }
    }
    Tool({ args: Good, ...facts })(Made);
    return Made as ToolClass;
  }
});
