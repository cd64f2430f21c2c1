import { CodeEngine, type EngineProgram } from '../../../src/code/code-engine';
import { DEFAULT_CODE_LIMITS } from '../../../src/code/code-limits';
import type { ProgramReport } from '../../../src/code/program-report';
import { EngineThreads } from '../../../src/code/engine-threads';

class CountingThreads extends EngineThreads {
  started = 0;

  protected override start(): ReturnType<EngineThreads['start']> {
    this.started++;
    return super.start();
  }
}

const LIMITS = { ...DEFAULT_CODE_LIMITS, timeoutMs: 4_000 };
const threads = new EngineThreads(LIMITS);
const sandbox = new CodeEngine(LIMITS, threads);
afterAll(() => sandbox.close());

const printed: string[] = [];
const program = (body: string): EngineProgram => ({
  code: `(async () => {${body}\n})`,
  namespaces: { tools: ['echo'] },
  aliases: {},
  values: {},
});
const run = (body: string): Promise<ProgramReport> =>
  sandbox.run(program(body), {
    call: (_target, args) => Promise.resolve({ ok: true, value: args[0] }),
    print: (_level, text) => void printed.push(text),
  });

test.each([
  ['globals', 'globalThis.left = 1', 'return typeof left'],
  [
    'prototypes',
    'Object.prototype.left = 1; Array.prototype.map = null',
    'return typeof ({}).left + typeof [].map',
  ],
  [
    'built-ins',
    'JSON.stringify = null; Promise.prototype.then = null; globalThis.Map = null',
    'return typeof Map',
  ],
  ['tools', 'tools.echo.left = 1; globalThis.tools = 1', 'return typeof tools.echo.left'],
  ['loaded globals', 'URL.left = 1; Intl; crypto', 'return typeof URL.left'],
  [
    'symbols',
    'Symbol.for("left").description; globalThis[Symbol.for("left")] = 1',
    'return typeof globalThis[Symbol.for("left")]',
  ],
  ['settings', '__format__ = "yml"; __sanitize__ = true', 'return typeof __format__'],
])('nothing of one run is seen by the next: %s', async (_what, first, second) => {
  const before = await run(`${first}; return 1`);
  expect(before.error).toBeUndefined();
  const { value, error } = await run(second);
  expect(error).toBeUndefined();
  expect(['"undefined"', '"undefinedfunction"', '"function"']).toContain(value);
});

test('memory of one run is not found by the next', async () => {
  await run(
    'const kept = []; for (let i = 0; i < 2000; i++) kept.push("SECRET" + "-".repeat(1000) + i); return kept.length',
  );
  const { value } = await run(
    // Sorted, the largest byte stands last; a loop over two million would take the whole time limit.
    'let found = 0; for (let i = 0; i < 20; i++) found += new Uint8Array(1e5).sort()[99_999]; return found',
  );
  expect(value).toBe('0');
});

test.each([
  ['after a run that failed', 'throw new Error("x")'],
  ['after one whose failure nobody handled', 'Promise.reject(new Error("x")); return 1'],
  [
    'after one with much memory',
    'const a = []; for (let i = 0; i < 30; i++) a.push("x".repeat(1e6) + i); return a.length',
  ],
  ['after one that was deep', 'const f = (n) => (n ? 1 + f(n - 1) : 0); return f(500)'],
  ['after one with calls under way', 'tools.echo({ a: 1 }); tools.echo({ b: 2 }); return 1'],
  [
    'after one that loaded everything',
    'URL; Intl; crypto; structuredClone; new TextEncoder(); return atob("YQ==")',
  ],
])('an engine is as it was made %s', async (_what, body) => {
  const look = `const names = (o) => Reflect.ownKeys(o).map(String).sort().join();
    return [globalThis, Object.prototype, Array.prototype, Promise, Promise.prototype, Math, JSON, tools].map(names)`;
  const { value: before } = await run(look);
  for (let round = 0; round < 5; round++) {
    await run(body);
    const { value, error } = await run(look);
    expect(error).toBeUndefined();
    expect(value).toBe(before);
    expect((await run('return (await tools.echo({ n: 1 })).n')).value).toBe('1');
  }
});

test('each run has random numbers of its own', async () => {
  const draw = 'return Array.from({ length: 200 }, () => Math.random())';
  const drawn = await Promise.all([run(draw), run(draw), run(draw)].map(async (each) => (await each).value!));
  drawn.push((await run(draw)).value!, (await run(draw)).value!);
  expect(new Set(drawn).size).toBe(5);
  const numbers = drawn.flatMap((text) => JSON.parse(text) as number[]);
  expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(new Set(numbers).size).toBe(1_000);
  expect(numbers.filter((number) => number < 0.5).length).toBeGreaterThan(300);
});

test('a timer that was left behind ends with its run', async () => {
  await run('setInterval(() => console.log("left"), 1); return 1');
  await run('await new Promise((resolve) => setTimeout(resolve, 30)); return 1');
  expect(printed).not.toContain('left');
});

test('runs in a row share a thread; one that hangs takes its thread with it', async () => {
  const host = { call: () => Promise.resolve({ ok: true as const, value: 1 }), print: () => undefined };
  const counted = new CountingThreads(LIMITS);
  const many = new CodeEngine(LIMITS, counted);
  for (let round = 0; round < 5; round++) await many.run(program('return 1'), host);
  expect(counted.started).toBe(1);
  expect((await many.run(program('while (true);'), host)).error?.name).toBe('TimeoutError');
  for (let round = 0; round < 3; round++) await many.run(program('return 1'), host);
  expect(counted.started).toBe(2);
  many.close();
});

test('code that goes on after its end does not hold up the next run', async () => {
  expect((await run('Promise.resolve().then(() => 0).then(() => { for (;;); }); return 1')).error?.name).toBe(
    'TimeoutError',
  );
  expect((await run('return 2')).value).toBe('2');
});
