import { Arg, defineApp, defineTool, Tool, ToolArguments, type ToolSource } from '../../../src/index';
import { testClient } from '../../../src/testing';

class BrokenArgs extends ToolArguments {
  // @ts-expect-error -- an array without the kind of its items is what is tried
  @Arg('Items without their type')
  items!: unknown[];
}

@Tool({ args: BrokenArgs, description: 'Broken.' })
class Broken {
  run() {
    return 'never';
  }
}

@Tool({ args: BrokenArgs, description: 'Broken in the background.', synchronous: false })
class BrokenBackground {
  run() {
    return 'never';
  }
}

const sound = defineTool({ name: 'sound', description: 'Sound.', run: () => 'ok' });

async function listed(tools: ToolSource, era: 'legacy' | 'modern'): Promise<string[]> {
  const client = await testClient(defineApp({ name: 'broken', tools }), { era });
  try {
    return (await client.tools()).map(({ name }) => name);
  } finally {
    await client.close().catch(() => undefined);
  }
}

describe.each(['legacy', 'modern'] as const)('tools/list of an app (%s)', (era) => {
  test.each([
    ['of one class', [Broken]],
    ['of one in the background', [BrokenBackground]],
    ['of several', [Broken, BrokenBackground]],
  ])(
    'fails with the reasons where only what reads answers of others could be listed: %s',
    async (_what, tools) => {
      await expect(listed(tools, era)).rejects.toThrow(/No tool can be listed\.[\s\S]*BrokenArgs\.items/);
    },
  );

  test('lists what can be listed beside a mistake', async () => {
    expect(await listed([Broken, sound], era)).toEqual(expect.arrayContaining(['sound', 'read_result']));
  });

  test('lists packs by themselves', async () => {
    expect(await listed([], era)).toEqual([]);
  });
});
