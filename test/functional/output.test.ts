import { Arg, Result, Tool, ToolArguments, ToolResult, type ToolSource } from '../../src/index';
import { outcomeValue, signatureOf, ToolRegistry } from '../../src/embed';
import { connect, textOf } from '../support/connect';

class Part extends ToolArguments {
  @Arg('How many') itemCount!: number;
  @Arg({ description: 'A note', optional: true }) partNote?: string;
}

class Whole extends ToolArguments {
  @Arg({ description: 'The first', type: () => Part }) firstPart!: Part;
  @Arg({ description: 'In order', items: () => Part }) allParts!: Part[];
  @Arg({ description: 'In rows', items: { type: 'array', items: () => Part } }) partRows!: Part[][];
  @Arg({ description: 'By name', values: () => Part }) byName!: Record<string, Part>;
  @Arg({ description: 'Lists by name', values: { type: 'array', items: () => Part } })
  listsByName!: Record<string, Part[]>;
  @Arg({ description: 'Perhaps', type: () => Part, nullable: true }) lastPart!: Part | null;
}

const part = { itemCount: 1, hidden: true };
const whole: Whole = {
  firstPart: part,
  allParts: [part],
  partRows: [[part]],
  byName: { someKey: part },
  listsByName: { someKey: [part] },
  lastPart: null,
};
const WIRE = {
  first_part: { item_count: 1 },
  all_parts: [{ item_count: 1 }],
  part_rows: [[{ item_count: 1 }]],
  by_name: { someKey: { item_count: 1 } },
  lists_by_name: { someKey: [{ item_count: 1 }] },
  last_part: null,
};

class AskArgs extends ToolArguments {
  @Arg({
    description: 'What happens',
    type: 'string',
    enum: ['value', 'result', 'blocks', 'none', 'failure', 'throw'],
  })
  how: 'value' | 'result' | 'blocks' | 'none' | 'failure' | 'throw' = 'value';
}

@Tool({ args: AskArgs, description: 'Count.', output: Whole })
class Count {
  run({ how }: AskArgs): Whole | Result<Whole> | ToolResult {
    if (how === 'result') return Result.ok(whole, { message: 'For you.', instruction: 'Go on.' });
    if (how === 'blocks') return new ToolResult([{ type: 'text', text: 'one part' }], false, whole);
    if (how === 'none') return ToolResult.text('one part');
    if (how === 'failure') return Result.failure('no parts', 'empty');
    if (how === 'throw') throw new Error('broken');
    return whole;
  }
}

async function called(output: 'envelope' | 'value', args: Record<string, unknown>) {
  const { client, close } = await connect(new ToolRegistry([Count], { output }));
  const [tool] = (await client.listTools()).tools;
  // The client checks the structured content against the published schema.
  const result = await client.callTool({ name: 'count', arguments: args });
  await close();
  return { tool: tool!, result };
}

describe('output as an envelope', () => {
  test.each(['value', 'result', 'blocks'])('a %s is sent in a Result', async (how) => {
    const { tool, result } = await called('envelope', { how });
    expect(Object.keys(tool.outputSchema!.properties!)).toContain('success');
    expect(result.structuredContent).toMatchObject({ success: true, value: WIRE });
  });

  test.each([{ how: 'failure' }, { how: 'throw' }, { how: 'none' }, { how: 'wrong' }])(
    '%j is a failure that fits the schema',
    async (args) => {
      const { result } = await called('envelope', args);
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toMatchObject({ success: false });
    },
  );
});

describe('output as a value', () => {
  test.each(['value', 'result'])('a %s is sent alone', async (how) => {
    const { tool, result } = await called('value', { how });
    expect(Object.keys(tool.outputSchema!.properties!)).toEqual(Object.keys(WIRE));
    expect(result.structuredContent).toEqual(WIRE);
    expect(JSON.parse(textOf(result))).toEqual(WIRE);
  });

  test('message and instruction of a Result follow as text', async () => {
    const { result } = await called('value', { how: 'result' });
    expect((result.content as { text: string }[]).slice(1).map(({ text }) => text)).toEqual([
      'For you.',
      'Go on.',
    ]);
  });

  test.each([{ how: 'failure' }, { how: 'throw' }, { how: 'none' }, { how: 'wrong' }])(
    '%j is a failure as text, because it is no value',
    async (args) => {
      const { result } = await called('value', args);
      expect(result.isError).toBe(true);
      expect(result.structuredContent).toBeUndefined();
      expect(textOf(result)).toMatch(/"success":false/);
    },
  );

  test('code gets the same value either way', async () => {
    for (const output of ['envelope', 'value'] as const) {
      const registry = new ToolRegistry([Count], { output });
      expect(outcomeValue(await registry.call('count'))).toEqual(WIRE);
      const signature = signatureOf('count', registry.describe('count'));
      expect(signature).toContain('Promise<{ first_part: { item_count: number; part_note?: string };');
      expect(signature).not.toContain('success');
    }
  });
});

describe('returns', () => {
  const said = (source: ToolSource) => {
    const registry = new ToolRegistry(source);
    const [tool] = registry.list();
    return { registry, name: tool!.name, described: tool!.describe() };
  };

  test('describes lists, maps and simple values in signatures, with wire names; clients see no schema', async () => {
    @Tool({ description: 'List.', returns: { items: () => Part } })
    class Parts {
      run(): Part[] {
        return [part];
      }
    }
    const { registry, described } = said(Parts);
    expect(signatureOf('parts', described)).toBe(
      'parts(): Promise<{ item_count: number; part_note?: string }[]>',
    );
    expect(described.outputSchema).toBeUndefined();
    expect(outcomeValue(await registry.call('parts'))).toEqual([{ item_count: 1 }]);
  });

  test('a value that is not what it says is the mistake of the tool', async () => {
    // @ts-expect-error -- wrong on purpose
    @Tool({ description: 'Wrong.', returns: 'string' })
    class Wrong {
      run(): number {
        return 1;
      }
    }
    const { registry } = said(Wrong as unknown as ToolSource);
    const outcome = await registry.call('wrong');
    expect(outcome.isError).toBe(true);
    expect(outcome.result).toMatchObject({ error: expect.stringMatching(/must be a string/) as string });
  });

  test('beside output it is refused', () => {
    @Tool({ description: 'Both.', output: Part, returns: 'object' })
    class Both {
      run(): Part {
        return part;
      }
    }
    expect(() => said(Both)).toThrow(/Both: states both `output` and `returns`/);
  });
});
