import {
  Arg,
  defineTool,
  Result,
  Tool,
  ToolArguments,
  ToolResult,
  type ToolContext,
  type ToolSource,
} from '../../src/index';
import { outcomeValue, ToolRegistry } from '../../src/embed';
import { connect, jsonOf, textOf } from '../support/connect';
import { discover } from '../support/discovery';
import { UNSENDABLE } from '../support/unsendable-values';

const DEPTHS: readonly [string, (value: unknown) => unknown, string][] = [
  ['itself', (value) => value, 'value'],
  ['in an object', (value) => ({ ok: 1, at: value }), 'value.at'],
  ['in a list of objects', (value) => [{ x: 1 }, { 'odd key': value }], 'value[1]["odd key"]'],
  [
    'in a class instance',
    (value) => Object.assign(new Box(), { inner: { list: [0, value] } }),
    'value.inner.list[1]',
  ],
  ['behind toJSON', (value) => ({ toJSON: () => ({ deep: value }) }), 'value.deep'],
];

class Box {
  inner: unknown;
}

class AnyOutput extends ToolArguments {
  @Arg({ description: 'Anything', schema: {}, optional: true }) at?: unknown;
}

// What the tool under test returns: each test sets it.
let current: () => unknown;

const WAYS: readonly [string, ToolSource][] = [
  ['plain', tool('plain', () => current())],
  ['later', tool('later', async () => current())],
  ['result', tool('result', () => Result.ok(current()))],
  ['failure', tool('failure', () => Result.failure('no', 'no', { errorData: { at: current() } }))],
  ['json', tool('json', () => ToolResult.json(current()))],
  ['blocks', tool('blocks', () => new ToolResult([], false, current()))],
  ['output', withOutput()],
  ['inner', tool('inner', (context) => innerCall(context))],
];

function tool(name: string, run: (context: ToolContext) => unknown) {
  return defineTool({ name, description: 'Odd.', run: (_args, context) => run(context) });
}

async function innerCall(context: ToolContext): Promise<unknown> {
  const outcome = await context.call('plain');
  return outcome.isError ? outcome : Result.ok(outcomeValue(outcome));
}

function withOutput(): ToolSource {
  @Tool({ name: 'output', description: 'Odd.', output: AnyOutput })
  class Odd {
    run(): AnyOutput {
      return { at: current() };
    }
  }
  return Odd;
}

const pathBy = (way: string, path: string): string => {
  if (way === 'output') return path.replace('value', 'value.at');
  return way === 'failure' ? path.replace('value', 'errorData.at') : path;
};

// A returned Error is taken as thrown and a returned promise is awaited.
const isMeant = (way: string, kind: string): boolean =>
  ['plain', 'later', 'inner', 'run'].includes(way) && ['an Error', 'a promise'].includes(kind);

describe.each([...WAYS.map(([way]) => way), 'run'])(
  'what JSON cannot carry, returned by the way of %s',
  (way) => {
    let server: Awaited<ReturnType<typeof discover>>;
    beforeAll(async () => void (server = await discover(WAYS.map(([, source]) => source))));
    afterAll(() => server.close());

    async function answer(): Promise<{ failed: boolean; text: string }> {
      if (way === 'run') {
        const { text, isError } = await server.run('await tools.plain()');
        return { failed: isError, text };
      }
      const result = await server.client.callTool({ name: way });
      return { failed: result.isError === true, text: textOf(result).replaceAll('\\"', '"') };
    }

    test.each(UNSENDABLE)('%s is reported with its path at every depth', async (kind, make, says) => {
      // Each run starts a sandbox.
      for (const [depth, put, path] of way === 'run' ? DEPTHS.slice(1, 2) : DEPTHS) {
        if (depth === 'itself' && isMeant(way, kind)) continue;
        current = () => put(make());
        const { failed, text } = await answer();
        expect({ depth, failed }).toEqual({ depth, failed: true });
        expect(text).toContain('a result that JSON cannot carry');
        expect(text).toMatch(says);
        expect(text).toContain(pathBy(way, path));
      }
    });
  },
);

describe('what JSON carries', () => {
  test.each<[string, unknown, unknown]>([
    ['a Date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['a URL', { at: new URL('http://a.b/') }, { at: 'http://a.b/' }],
    ['an absent property', { a: 1, b: undefined }, { a: 1 }],
    ['boxed values', { n: Object(1) as unknown, s: Object('s') as unknown }, { n: 1, s: 's' }],
    ['a class instance', Object.assign(new Box(), { inner: 1 }), { inner: 1 }],
    ['an empty instance', { box: new (class Empty {})() }, { box: {} }],
    ['an object without prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
    ['toJSON', { toJSON: () => ({ a: 1 }) }, { a: 1 }],
    ['the same object twice', twice(), { a: { x: 1 }, b: [{ x: 1 }, { x: 1 }] }],
    ['deep nesting', deep(300), JSON.parse(JSON.stringify(deep(300)))],
  ])('%s is sent as it is meant', async (_what, value, expected) => {
    const { client, close } = await connect(new ToolRegistry(tool('odd', () => Result.ok(value))));
    const result = await client.callTool({ name: 'odd' });
    await close();
    expect(jsonOf(result)).toEqual({ success: true, value: expected });
  });

  function twice(): unknown {
    const shared = { x: 1 };
    return { a: shared, b: [shared, shared] };
  }

  function deep(levels: number): unknown {
    return levels ? { in: deep(levels - 1) } : 1;
  }
});
