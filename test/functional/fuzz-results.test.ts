import {
  defineApp,
  defineTool,
  Result,
  ToolExecutionError,
  ToolResult,
  type DefinedTool,
} from '../../src/index';
import { fuzz, testClient, type FuzzOptions, type FuzzReport } from '../../src/testing';
import { UNSENDABLE } from '../support/unsendable-values';

// Returned by themselves an Error is taken as thrown, and a promise is awaited.
const INSIDE = UNSENDABLE.flatMap(([kind, make, says]): [string, () => unknown, RegExp][] => [
  [`${kind} in an object`, () => ({ at: make() }), says],
  [`${kind} in a Result`, () => Result.ok([make()]), says],
  [`${kind} in data beside blocks`, () => new ToolResult([], false, make()), says],
  [`${kind} in a failure`, () => Result.failure('no', 'no', { errorData: { at: make() } }), says],
]);

const ODD_CONTENT: readonly [string, () => unknown, RegExp][] = [
  ['a block of a foreign kind', () => new ToolResult([{ type: 'film' } as never]), /is not valid MCP/],
  ['a block that is nothing', () => new ToolResult([null as never]), /./],
  ['a text that is none', () => new ToolResult([{ type: 'text', text: 7 as never }]), /./],
];

const tool = (run: () => unknown, more: Partial<DefinedTool> = {}) =>
  defineTool({ name: 'odd', description: 'Odd.', inputSchema: SCHEMA, run, ...more } as never);
const SCHEMA = { type: 'object', properties: { n: { type: 'number', description: 'A number' } } };

async function fuzzed(
  run: () => unknown,
  options: FuzzOptions = {},
  more = {},
  args: string[] = [],
): Promise<FuzzReport> {
  const client = await testClient(defineApp({ name: 'odd', tools: [tool(run, more)] }), { args });
  try {
    return await fuzz(client, 'odd', { runs: 6, seed: 7, ...options });
  } finally {
    await client.close();
  }
}

describe('what a tool returns that can not be sent fails the fuzz', () => {
  test.each([...INSIDE, ...ODD_CONTENT])('%s', async (_what, make, says) => {
    const failed = fuzzed(make);
    await expect(failed).rejects.toThrow(says);
    await expect(failed).rejects.toThrow(/odd [\s\S]*\nArguments: \{[\s\S]*\nSeed: 7/);
  });

  test('in the background too', async () => {
    const failed = fuzzed(() => new Map([['a', 1]]), {}, { synchronous: false });
    await expect(failed).rejects.toThrow(/is a Map/);
  });

  test('not even an expected error excuses it', async () => {
    const failed = fuzzed(() => ({ at: 1n }), { expectedErrors: ['execution_error'] });
    await expect(failed).rejects.toThrow(/is a bigint/);
  });

  test.each<[string, () => unknown]>([
    ['text', () => 'x'.repeat(11_000_000)],
    ['data', () => ({ text: 'x'.repeat(11_000_000) })],
    [
      'blocks',
      () => new ToolResult([{ type: 'image', data: 'x'.repeat(11_000_000), mimeType: 'image/png' }]),
    ],
  ])('11 MB of %s, which no message holds', async (_what, make) => {
    const failed = fuzzed(make, {}, {}, ['--answers-budget', '0']);
    await expect(failed).rejects.toThrow(/returned what can't be sent: .*too many for one message/);
  });
});

describe('a tool that is run and never succeeds', () => {
  const away = () => Result.failure('The service is away', 'no_service');

  test('fails the fuzz, which says in what its calls ended, and what to do', async () => {
    const failed = fuzzed(away);
    await expect(failed).rejects.toThrow(
      /^odd never succeeded: each of the \d calls that were run ended in a failure\.\n {2}\d with no_service: The service is away\n/,
    );
    await expect(failed).rejects.toThrow(/expectedErrors: \['no_service'\] \}\)\.\nSeed: 7/);
  });

  test.each<[string, () => unknown, string]>([
    ['a failure of a type', away, 'no_service'],
    ['a failure without a type', () => ToolResult.error('The service is away'), 'untyped'],
    ["one of the package's own errors", () => fail(new ToolExecutionError('away')), 'execution_error'],
  ])('passes if that is right where it is tested: %s', async (_what, run, type) => {
    await expect(fuzzed(run)).rejects.toThrow(`expectedErrors: ['${type}']`);
    expect(await fuzzed(run, { expectedErrors: [type] })).toMatchObject({ succeeded: 0 });
  });

  test('one success is enough', async () => {
    let calls = 0;
    expect((await fuzzed(() => (++calls === 2 ? 'done' : away()))).succeeded).toBe(1);
  });
});

function fail(error: Error): never {
  throw error;
}
