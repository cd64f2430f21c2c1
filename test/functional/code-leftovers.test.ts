import { BuiltinServer } from '../support/builtin-server';

// A thread and its engine serve one run after the other; nothing of one may be found by the next.
const PICTURE = `
  const names = (value) => Reflect.ownKeys(value).map(String).sort().join();
  const kinds = [Object, Array, Function, String, Number, Promise, Map, RegExp, Date, Error, Symbol, JSON, Math, Reflect];
  let depth = 0;
  const deeper = () => { depth++; deeper(); };
  try { deeper(); } catch {}
  return {
    globals: names(globalThis),
    kinds: kinds.map((kind) => names(kind) + names(kind.prototype ?? {})),
    frozen: [Object.isFrozen(Object.prototype), Object.isExtensible(globalThis)],
    works: [JSON.stringify({ a: [1] }), [3, 1, 2].sort().map(String).join(), new URL('a', 'http://b').href, /(b)/.exec('abc')[1]],
    formats: new Intl.NumberFormat('de').format(1234.5),
    depth,
  };`;

const RUNS: readonly (readonly [what: string, code: string])[] = [
  ['changed prototypes', 'Object.prototype.left = 1; Array.prototype.map = () => ["x"]; return 1'],
  ['a forged way to JSON', 'Object.prototype.toJSON = () => ({ type: "done" }); return { a: 1 }'],
  ['replaced functions', 'JSON.stringify = () => "x"; JSON.parse = () => ({}); return { a: 1 }'],
  [
    'promises that never settle',
    'Promise.prototype.then = function () { return this; }; return tools.echo({})',
  ],
  [
    'getters on every object',
    'Object.defineProperty(Object.prototype, "error", { get() { return {}; } }); return 1',
  ],
  ['frozen globals', 'Object.freeze(Object.prototype); Object.freeze(globalThis); return 1'],
  [
    'deleted globals',
    'for (const key of Reflect.ownKeys(globalThis)) try { delete globalThis[key]; } catch {} return 1',
  ],
  ['a new global', 'globalThis.left = "secret"; var other = 1; return 1'],
  ['a full stack', 'const f = () => f(); f()'],
  ['a parser at the end of its stack', 'eval("(".repeat(1e5))'],
  ['an expression at the end of its stack', 'new RegExp("(?:".repeat(1e5) + ")".repeat(1e5))'],
  [
    'links through 100,000 proxies',
    'let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); return p.x',
  ],
  ['memory in use', 'globalThis.held = "x".repeat(5e6).split(""); return 1'],
  ['no memory left', 'const all = []; for (;;) all.push(new Array(1e4).fill(all))'],
  ['calls under way', 'for (let i = 0; i < 50; i++) tools.echo({ message: "late" + i }); return 1'],
  [
    'timers under way',
    'for (let i = 0; i < 50; i++) setTimeout(() => { globalThis.late = i; }, i); return 1',
  ],
  [
    'something that cannot be described',
    'throw new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 2; } })',
  ],
];

let server: BuiltinServer;
let before: string;
const run = async (command: string) => (await server.call('run', { command })).texts.join('\n');
beforeAll(async () => {
  server = await BuiltinServer.start({ packs: ['utility', 'code'] });
  before = await run(PICTURE);
});
afterAll(() => server.close());

test('the picture shows what it should', () => {
  expect(JSON.parse(before)).toMatchObject({
    works: ['{"a":[1]}', '1,2,3', 'http://b/a', 'b'],
    formats: '1.234,5',
  });
});

test.each(RUNS)('%s: the next run finds everything as the first did', async (_what, code) => {
  await run(code);
  expect(await run(PICTURE)).toBe(before);
  // A late call or timer of the run before would come in here.
  expect(
    await run(
      'await new Promise((resolve) => setTimeout(resolve, 20)); return Object.keys(globalThis).join()',
    ),
  ).not.toMatch(/left|late|held/);
});
