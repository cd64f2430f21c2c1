import { defineTool } from '../../src/index';
import { discover } from '../support/discovery';

const echo = defineTool({
  name: 'echo',
  description: 'Gives its argument back.',
  inputSchema: { type: 'object', properties: { value: { type: 'string' } } },
  run: ({ value }) => value ?? 'nothing',
});

const LIMITS = { timeoutMs: 400, memoryBytes: 32 * 1024 * 1024 };

let hurried: Awaited<ReturnType<typeof discover>>;
let server: Awaited<ReturnType<typeof discover>>;
beforeAll(async () => {
  hurried = await discover([echo], { code: { limits: LIMITS } });
  server = await discover([echo]);
});
afterAll(async () => {
  await hurried.close();
  await server.close();
});

// While the code does its worst, another client request must be answered: before the deadline ends the code.
async function runBesideOthers(command: string): Promise<{ text: string; isError: boolean }> {
  let ended = false;
  const running = hurried.run(command).finally(() => (ended = true));
  let answered = 0;
  while (!ended && answered < 20) {
    const { content } = await hurried.client.callTool({ name: 'echo', arguments: { value: 'alive' } });
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('alive') }]);
    answered++;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(answered).toBeGreaterThan(0);
  return running;
}

test.each([
  ['an endless loop', 'while (true) {}'],
  ['an endless loop that catches', 'for (;;) { try { while (true) {} } catch {} finally { continue } }'],
  ['a promise flood', 'const f = () => Promise.resolve().then(f).then(f); await f()'],
  ['an async loop', 'for (;;) await 0'],
  ['a flood of calls', 'for (;;) tools.echo({ value: "x" })'],
  [
    'a flood of calls that waits',
    'const all = []; for (let i = 0; i < 1e6; i++) all.push(tools.echo({ value: "x" })); await Promise.all(all)',
  ],
  ['a flood of large arguments', 'const value = "x".repeat(1e6); for (;;) tools.echo({ value })'],
  ['a flood of output', 'for (;;) console.log("x".repeat(1e4))'],
  ['a flood of empty output', 'for (;;) console.log("")'],
  ['a flood of progress', 'for (;;) ot.progress({ progress: 1 })'],
  ['a memory bomb of arrays', 'const a = []; for (;;) a.push(new Array(1e5).fill({}))'],
  ['a memory bomb of strings', 'let s = "x"; for (;;) s += s'],
  ['a memory bomb that catches', 'const a = []; for (;;) { try { a.push(new Uint8Array(1e6)) } catch {} }'],
  ['a huge string', '"x".repeat(2 ** 30)'],
  ['a huge result', '"x".repeat(2e7)'],
  ['a huge array result', 'new Array(5e6).fill(1)'],
  ['a result beyond all measure', 'new Array(20).fill("x".repeat(1e6))'],
  ['a large value as YAML', '__format__ = "yml_h"; new Array(5e5).fill({ a: 1 })'],
  ['an endless message', 'throw new Error("x".repeat(1e7))'],
  ['an endless name', 'const e = new Error("x"); e.name = "n".repeat(1e7); throw e'],
  ['an endless stack', 'const e = new Error("x"); e.stack = "code.js:1 ".repeat(1e6); throw e'],
  ['deeply nested code', '['.repeat(90_000) + ']'.repeat(90_000)],
  ['deep recursion', '(function f() { return f() + 1 })()'],
  ['deep recursion through built-ins', '(function f() { return [1].map(f) })()'],
  ['deep recursion in the result', 'let a = []; for (let i = 0; i < 5e4; i++) a = [a]; a'],
  ['deep recursion in async code', '(async function f() { await f() })()'],
  ['deep recursion in the parser', 'eval("[".repeat(1e6))'],
  ['a regular-expression bomb', '/^(\\w+\\s?)*$/.test("a".repeat(60) + "!")'],
  ['a regular-expression bomb by text', 'new RegExp("(x+x+)+y").test("x".repeat(60))'],
  ['a sort that never agrees', 'new Array(1e5).fill(0).sort(() => Math.random() - 0.5); for (;;);'],
  ['a getter that never ends', '({ get x() { for (;;); } })'],
  ['a timer that starts timers', 'const f = () => setTimeout(f, 0); f(); await new Promise(() => {})'],
  ['a flood of timers', 'for (;;) setTimeout(() => {}, 1e9)'],
  ['an interval that never stops', 'setInterval(() => { for (;;); }, 1); await new Promise(() => {})'],
  [
    'a flood of formats',
    'for (let i = 0; ; i++) new Intl.NumberFormat("en", { minimumFractionDigits: i % 20 }).format(i)',
  ],
  ['a flood of addresses', 'for (;;) new URL("http://a/" + "x".repeat(1e5))'],
  ['code that goes on after its end', 'Promise.resolve().then(() => { for (;;); }); 1'],
  ['a toJSON that never ends', '({ toJSON() { for (;;); } })'],
  ['a proxy that never ends', 'new Proxy({}, { ownKeys() { for (;;); } })'],
  ['a thenable that never ends', '({ then() { for (;;); } })'],
  [
    'an error whose message never ends',
    'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } })',
  ],
  ['a BigInt bomb', 'let n = 2n; for (;;) n = n ** 2n'],
  ['a JSON bomb', 'let o = {}; for (let i = 0; i < 30; i++) o = { a: o, b: o }; JSON.stringify(o)'],
])('O21 %s is contained while others are answered', async (_what, command) => {
  const { text } = await runBesideOthers(command);
  expect(text.length).toBeLessThan(300_000);
  expect((await server.run('1 + 1')).text).toBe('2');
});

test.each([
  ['process', 'typeof process'],
  ['require', 'typeof require'],
  ['a constructor chain', 'this.constructor.constructor("return typeof process")()'],
  ['the constructor of a tool', 'tools.echo.constructor.constructor("return typeof process")()'],
  [
    'the constructor of what a tool gave',
    '(await tools.echo({})).constructor.constructor("return typeof process")()',
  ],
  [
    'the prototype of a namespace',
    'typeof Object.getPrototypeOf(tools)?.constructor?.constructor("return process")',
  ],
  ['an aliased eval', 'const f = eval; f("typeof process")'],
  ['eval out of an array', '[eval][0]("typeof process")'],
  ['eval by a made-up name', 'globalThis["ev" + "al"]("typeof process")'],
  ['globals of a function', '(() => 0).constructor("return typeof globalThis.process")()'],
  [
    'an error from the host',
    'try { await tools.echo({ value: {} }) } catch (e) { return e.constructor.constructor("return typeof process")() }',
  ],
  [
    'a caught stack overflow',
    'try { (function f() { f() })() } catch (e) { return e.constructor.constructor("return typeof process")() }',
  ],
  ['a generator', '(function* () {}).constructor("return typeof process")().next().value'],
  [
    'Error.prepareStackTrace',
    'Error.prepareStackTrace = (e, s) => s; typeof (new Error().stack[0]?.getThis)',
  ],
  [
    'Symbol.species',
    'class A extends Array { static get [Symbol.species]() { return Function } } typeof process',
  ],
])('O21 the host is not reachable by %s', async (_what, command) => {
  expect(await server.run(command)).toEqual({ text: 'undefined', isError: false });
});

test.each([
  [
    'import of a module',
    'const m = await import("node:child_process")',
    /could not load module[^]*There are no modules to import/,
  ],
  ['a static import', 'import fs from "node:fs"', /SyntaxError[^]*There are no modules here/],
  [
    'fetch',
    'await fetch("http://127.0.0.1")',
    /'?fetch'? is not defined[^]*fetch does not exist here: there is no network/,
  ],
  ['process', 'process.env', /process does not exist here: nothing of the host is visible/],
  ['WebAssembly', 'new WebAssembly.Memory({ initial: 1 })', /'?WebAssembly'? is not defined/],
  ['closing the wrapper', '})(); process.exit(1); (async () => {', /SyntaxError/],
])('O21 %s is refused', async (_what, command, words) => {
  const { text, isError } = await server.run(command);
  expect(isError).toBe(true);
  expect(text).toMatch(words);
});

test('O21 prototypes changed inside stay inside', async () => {
  await server.run(
    'Object.prototype.polluted = true; Array.prototype.map = null; Promise.prototype.then = null; tools.echo.polluted = 1',
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect(await server.run('typeof ({}).polluted')).toEqual({ text: 'undefined', isError: false });
  await server.run(
    'await tools.echo(JSON.parse(\'{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}\'))',
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('O21 a forged tool is only the code’s own; the real one is what the host calls', async () => {
  const { text } = await server.run(
    'try { tools.echo = async () => "forged" } catch {}\nObject.defineProperty(globalThis, "tools", { value: { echo: async () => "forged" } });\nawait tools.echo({ value: "x" })',
  );
  expect(text).toBe('forged');
  expect((await server.run('await tools.echo({ value: "real" })')).text).toBe('real');
});

test('O21 the output of a stopped run is returned', async () => {
  const { text, isError } = await hurried.run('console.log("got this far"); while (true);');
  expect(isError).toBe(true);
  expect(text).toMatch(/^got this far\nError: TimeoutError: stopped after 0\.4 s/);
});
