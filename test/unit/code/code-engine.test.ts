import { runInThisContext } from 'node:vm';
import type { HostAnswer } from '../../../src/code/worker-conversation';
import { CodeEngine, type EngineProgram } from '../../../src/code/code-engine';
import type { ProgramReport } from '../../../src/code/program-report';
import { DEFAULT_CODE_LIMITS, type CodeLimits } from '../../../src/code/code-limits';

const sandboxes: CodeEngine[] = [];
const made = (limits: Partial<CodeLimits> = {}): CodeEngine => {
  const sandbox = new CodeEngine({ ...DEFAULT_CODE_LIMITS, ...limits });
  sandboxes.push(sandbox);
  return sandbox;
};
// One for each set of limits: starting a sandbox takes longer than most of what runs in it.
const shared = new Map<string, CodeEngine>();
const sharedBy = (limits: Partial<CodeLimits>): CodeEngine => {
  const key = JSON.stringify(limits);
  const sandbox = shared.get(key) ?? made(limits);
  shared.set(key, sandbox);
  return sandbox;
};
const program = (body: string): EngineProgram => ({
  code: `(async () => {${body}\n})`,
  namespaces: { tools: ['echo', 'slow'] },
  aliases: { e: 'tools.echo' },
  values: { topic: 'x"; throw 1; //' },
});
const echo = (_target: string, args: readonly unknown[]): Promise<HostAnswer> =>
  Promise.resolve({ ok: true, value: args[0] });
const run = (
  body: string,
  limits: Partial<CodeLimits> = {},
  call: (target: string, args: readonly unknown[], signal: AbortSignal) => Promise<HostAnswer> = echo,
  printed: string[] = [],
): Promise<ProgramReport> =>
  sharedBy(limits).run(program(body), { call, print: (_level, text) => void printed.push(text) });

afterAll(() => sandboxes.forEach((sandbox) => sandbox.close()));

test('a value, a printed line and a called function come back', async () => {
  const printed: string[] = [];
  const report = await run(
    'console.log("a", { b: 1 }); return [await tools.echo({ x: 1 }), await e({ y: 2 }), topic]',
    {},
    echo,
    printed,
  );
  expect(JSON.parse(report.value!)).toEqual([{ x: 1 }, { y: 2 }, 'x"; throw 1; //']);
  expect(printed).toEqual(['a {"b":1}']);
});

test('many runs at once are no reason for Node to warn of a leak', async () => {
  // The process of a suite is a copy, which hears of no warning.
  const node = runInThisContext('process') as NodeJS.Process;
  const warnings: string[] = [];
  const hear = ({ message }: Error): void => void warnings.push(message);
  node.on('warning', hear);
  await Promise.all(Array.from({ length: 15 }, () => run('return 1')));
  node.off('warning', hear);
  expect(warnings).toEqual([]);
});

test('calls made together go on together', async () => {
  let running = 0;
  let most = 0;
  const released: (() => void)[] = [];
  const report = await run(
    'return (await Promise.all([1, 2, 3].map(() => tools.slow()))).length',
    {},
    async () => {
      most = Math.max(most, ++running);
      if (running === 3) for (const release of released) release();
      else await new Promise<void>((resolve) => released.push(resolve));
      return { ok: true, value: 1 };
    },
  );
  expect(report.value).toBe('3');
  expect(most).toBe(3);
});

test('a run is over only when the calls it started are', async () => {
  let finished = false;
  await run('tools.slow(); return 1', {}, async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    finished = true;
    return { ok: true, value: 1 };
  });
  expect(finished).toBe(true);
});

test('an aborted signal ends the run and the calls it made', async () => {
  const abort = new AbortController();
  const reasons: unknown[] = [];
  const running = made().run(
    program('await tools.slow()'),
    {
      print: () => undefined,
      call: (_target, _args, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reasons.push(signal.reason);
            resolve({ ok: true, value: 1 });
          });
          abort.abort(new Error('enough'));
        }),
    },
    abort.signal,
  );
  await expect(running).rejects.toThrow('enough');
  expect(reasons).toHaveLength(1);
});

test.each([
  ['while (true);'],
  ['for (;;) await null'],
  ['for (;;) tools.echo({})'],
  ['for (;;) console.log("x".repeat(1000))'],
  ['/^(a+)+$/.test("a".repeat(50) + "b")'],
  ['for (;;) "x".repeat(1e6)'],
  ['for (;;) { try { for (;;) [].concat(new Array(1e5).fill({})) } catch {} }'],
  ['const f = () => Promise.resolve().then(f); await f()'],
])('O21 the deadline ends %s', async (body) => {
  const report = await run(body, { timeoutMs: 400 });
  expect(report.value).toBeUndefined();
  expect(['TimeoutError', 'MemoryError']).toContain(report.error?.name);
});

test.each([
  ['const a = []; while (true) a.push(new Array(100000).fill(1))'],
  ['const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))'],
  ['const a = []; for (;;) a.push("x".repeat(1e6) + a.length)'],
  ['return "x".repeat(2 ** 29).length'],
  ['return new ArrayBuffer(2 ** 31 - 1).byteLength'],
  ['const m = new Map(); for (let i = 0; ; i++) m.set(i, { i })'],
  ['const p = []; for (;;) p.push(Promise.resolve())'],
])('O21 memory is bounded for %s', async (body) => {
  // What loading the sandbox itself takes is not the script's.
  await run('return 1');
  const before = process.memoryUsage().rss;
  const report = await run(body, { memoryBytes: 32 * 1024 * 1024 });
  expect(report.value).toBeUndefined();
  expect(report.error?.message).toMatch(/out of memory|too long/);
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test.each([
  ['const f = () => f(); f()'],
  ['const f = () => [1].map(f); f()'],
  ['const o = { toString() { return "" + o } }; return "" + o'],
  ['JSON.parse("[".repeat(1e6))'],
  ['let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a'],
  ['const f = async () => await f(); await f()'],
  ['return eval("(".repeat(1e5) + ")".repeat(1e5))'],
])('O21 deep recursion ends in the sandbox: %s', async (body) => {
  const report = await run(body);
  expect(report.error).toBeDefined();
});

test.each([
  ['typeof process'],
  ['typeof require'],
  ['typeof module'],
  ['typeof fetch'],
  ['typeof WebAssembly'],
  ['typeof Buffer'],
  ['(() => {}).constructor("return typeof process")()'],
  ['tools.echo.constructor("return typeof process")()'],
  ['console.log.constructor.constructor("return typeof process")()'],
  ['[].constructor.constructor("return this")().process + ""'],
  ['(async () => {}).constructor("return typeof process")()'],
  ['(function* () {}).constructor("return typeof process")().next().value'],
  ['Reflect.construct(Function, ["return typeof process"])()'],
  ['new Error().constructor.constructor("return typeof require")()'],
  ['(() => { try { null.x } catch (e) { return e.constructor.constructor("return typeof process")() } })()'],
  ['eval("typeof process")'],
  ['(0, eval)("typeof globalThis.process")'],
  ['typeof Object.getPrototypeOf(async () => {}).constructor("return globalThis")().process'],
])('O21 nothing of the host is reachable by %s', async (expression) => {
  const report = await run(`return await (${expression})`);
  expect(JSON.parse(report.value!)).toBe('undefined');
});

test('O21 modules can not be imported', async () => {
  expect((await run('await import("node:fs")')).error?.message).toContain("could not load module 'node:fs'");
});

test('O21 tampering with tools and built-ins changes nothing for the host', async () => {
  const seen: unknown[] = [];
  const report = await run(
    `
    const problems = [];
    for (const act of [
      () => { 'use strict'; tools.echo = () => 'forged'; },
      () => { 'use strict'; delete tools.echo; },
      () => { 'use strict'; tools.echo.extra = 1; },
      () => { 'use strict'; Object.setPrototypeOf(tools, { process: 1 }); },
      () => { 'use strict'; Object.defineProperty(tools, 'other', { value: 1 }); },
    ]) try { act(); } catch (error) { problems.push(error.name); }
    JSON.stringify = () => '"forged"';
    JSON.parse = () => 'forged';
    Object.prototype.ok = false;
    Array.prototype.toJSON = () => 'forged';
    const answer = await tools.echo({ x: 1 });
    delete Array.prototype.toJSON;
    return { problems, answer };`,
    {},
    async (target, args) => {
      seen.push([target, args]);
      return { ok: true, value: 'real' };
    },
  );
  expect(JSON.parse(report.value!)).toEqual({ problems: Array(5).fill('TypeError'), answer: 'real' });
  expect(seen).toEqual([['tools.echo', ['forged']]]);
});

test('a promise that can never settle is reported at once', async () => {
  expect((await run('await new Promise(() => {})')).error?.name).toBe('DeadlockError');
});

test('calls beyond the limit are refused inside', async () => {
  const report = await run('for (let i = 0; i < 20; i++) await tools.echo({})', { calls: 10 });
  expect(report.error?.message).toContain('its 10 calls');
});

test('each run begins anew', async () => {
  const sandbox = made();
  const host = { call: echo, print: () => undefined };
  await sandbox.run(program('globalThis.left = 1; Object.prototype.left = 2'), host);
  expect((await sandbox.run(program('return typeof left'), host)).value).toBe('"undefined"');
});

test('runs beyond those at once wait for their turn, and give it up when aborted', async () => {
  const sandbox = made({ runsAtOnce: 1 });
  const abort = new AbortController();
  let release: (() => void) | undefined;
  const first = sandbox.run(program('return await tools.slow()'), {
    print: () => undefined,
    call: () => new Promise((resolve) => (release = () => resolve({ ok: true, value: 'first' }))),
  });
  const host = { call: echo, print: () => undefined };
  const second = sandbox.run(program('return 2'), host, abort.signal);
  const third = sandbox.run(program('return 3'), host);
  abort.abort(new Error('no longer wanted'));
  await expect(second).rejects.toThrow('no longer wanted');
  while (!release) await new Promise((resolve) => setTimeout(resolve, 5));
  release();
  expect((await first).value).toBe('"first"');
  expect((await third).value).toBe('3');
});

test('closing ends what runs and refuses what comes', async () => {
  const sandbox = made();
  const host = { call: () => new Promise<HostAnswer>(() => undefined), print: () => undefined };
  const running = sandbox.run(program('await tools.slow()'), host);
  sandbox.close();
  await expect(running).rejects.toThrow('The engine is closed.');
  await expect(sandbox.run(program('return 1'), host)).rejects.toThrow('The engine is closed.');
});

test('an answer that can not be written fails its own call alone', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const answers: unknown[] = [10n, circle, 'fine'];
  const report = await run(
    'return (await Promise.allSettled([1, 2, 3].map(() => tools.echo()))).map(({ value, reason }) => value ?? reason.name)',
    {},
    async () => ({ ok: true, value: answers.shift() }),
  );
  expect(JSON.parse(report.value!)).toEqual(['ToolError', 'ToolError', 'fine']);
});
