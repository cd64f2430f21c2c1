import { defineTool } from '../../src/index';
import { discover } from '../support/discovery';

let called = 0;
const echo = defineTool({
  name: 'echo',
  description: 'Returns its argument.',
  inputSchema: { type: 'object', properties: { value: {} } },
  run: ({ value }) => {
    called++;
    return value ?? 'nothing';
  },
});

let server: Awaited<ReturnType<typeof discover>>;
beforeAll(async () => {
  server = await discover([echo], { code: { limits: { calls: 5, printedCharacters: 2_000 } } });
});
afterAll(() => server.close());
beforeEach(() => (called = 0));

const asReport = (report: object): string =>
  `Object.prototype.toJSON = function () { return ${JSON.stringify(report)} }`;

test.each([
  ['a report that is a list of calls', `${asReport({ type: 'calls' })}; 1`],
  [
    'a report with a call in it',
    `${asReport({ type: 'calls', calls: [{ id: 9, target: 'tools.echo', json: '[]' }] })}; 1`,
  ],
  ['a report that is output', `${asReport({ type: 'print', level: 1, text: { length: 1 } })}; 1`],
  ['an error without a name', `${asReport({ error: {} })}; throw new Error('x')`],
  [
    'an error of another type',
    `${asReport({ error: { name: 1, message: [], stack: {} } })}; throw new Error('x')`,
  ],
  ['a value that is no text', `${asReport({ value: { a: 1 } })}; 1`],
  ['a format that is no text', '__format__ = { toString() { return { a: 1 } } }; 1'],
  ['a setting that is no flag', '__sanitize__ = Object.create(null); 1'],
  ['overwritten JSON', 'JSON.stringify = () => "not json"; JSON.parse = () => 1; await tools.echo({})'],
  [
    'an overwritten Promise',
    'Promise.prototype.then = function () {}; globalThis.Promise = null; await tools.echo({})',
  ],
  [
    'overwritten arrays',
    'Array.prototype[Symbol.iterator] = null; Array.prototype.map = null; Array.prototype.join = () => 1; console.log(1, 2); 3',
  ],
  ['an overwritten String', 'globalThis.String = () => ({}); 1n'],
  [
    'setters on every object',
    `for (const key of ['resolve', 'reject', 'stack', 'name', 'data', 'value', 'type']) Object.defineProperty(Object.prototype, key, { get: () => ({}), set() {}, configurable: true }); await tools.echo({}); 1`,
  ],
  ['an error that cannot be described', 'throw { toJSON() { throw { toString: 1 } } }'],
  ['an error with a symbol for a name', 'const e = new Error(); e.name = Symbol("x"); throw e'],
])('%s ends that run and nothing else', async (_what, command) => {
  expect(typeof (await server.run(command)).text).toBe('string');
  expect(called).toBeLessThanOrEqual(1);
  expect(await server.run("await tools.echo({ value: 'alive' })")).toEqual({ text: 'alive', isError: false });
});

test('the limits on calls and output hold, whatever the code replaces', async () => {
  const tamper = `
    Number.prototype.toString = () => '0';
    Object.defineProperty(Object.prototype, 'calls', { value: 1e9 });
    Object.defineProperty(Object.prototype, 'length', { value: 0, writable: true });
    String.prototype.slice = () => '';`;
  const calls = await server.run(
    `${tamper} for (let i = 0; i < 50; i++) try { await tools.echo({}) } catch {} 'done'`,
  );
  expect(called).toBe(5);
  expect(calls.text).toBe('done');
  const { text } = await server.run(`${tamper} for (let i = 0; i < 50; i++) console.log('x'.repeat(500)); 1`);
  expect(text.length).toBeLessThan(2_200);
});

test('code sees its own result, not a forged one, after changing every object', async () => {
  expect((await server.run(`${asReport({ value: '"forged"' })}; 1`)).text).toBe('1');
});
