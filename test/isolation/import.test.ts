import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Runs a script in a plain child process and gives what it printed. */
function inChild(script: string, args: string[] = []): string {
  return execFileSync(process.execPath, [...args, '-e', script], { cwd: root, encoding: 'utf8' });
}

const SNAPSHOT = `
  const state = () => ({
    globals: Object.getOwnPropertyNames(globalThis).sort(),
    listeners: process.eventNames().map((name) => [String(name), process.listenerCount(name)]),
    handles: process.getActiveResourcesInfo().sort(),
    env: JSON.stringify(process.env),
  });
`;

test('G28 importing the package leaves no globals, listeners, handles or output', () => {
  const out = inChild(`${SNAPSHOT}
    require('reflect-metadata');
    const before = JSON.stringify(state());
    require('./dist/index.js');
    if (JSON.stringify(state()) !== before) { console.log(before); console.log(JSON.stringify(state())); }
  `);
  expect(out).toBe('');
});

test('G28 importing the package loads neither the SDK nor class-validator nor typedi', () => {
  const out = inChild(`
    require('./dist/index.js');
    const heavy = Object.keys(require.cache).filter((path) => /node_modules.(@modelcontextprotocol|class-validator|class-transformer|typedi|zod|ajv|yaml)/.test(path));
    console.log(JSON.stringify(heavy));
  `);
  expect(JSON.parse(out)).toEqual([]);
});

test('G28 declaring and listing a tool class registers nothing anywhere, and leaves typedi’s container alone', () => {
  const out = inChild(`
    const { Tool, Arg, ToolArguments } = require('./dist/index.js');
    const { ToolRegistry } = require('./dist/embed.js');
    const { Container } = require('typedi');
    const before = JSON.stringify([Container.of(undefined).services?.length ?? 0, Container.handlers.length]);
    class Args extends ToolArguments {}
    Arg({ description: 'A name', type: 'string' })(Args.prototype, 'name');
    class Hello { run(args) { return args.name; } }
    Tool({ args: Args, description: 'Hello.' })(Hello);
    const one = new ToolRegistry([Hello], { prefix: '' });
    const none = new ToolRegistry([], { prefix: '' });
    (async () => {
      const answer = await one.call('hello', { name: 'x' });
      const after = JSON.stringify([Container.of(undefined).services?.length ?? 0, Container.handlers.length]);
      console.log(JSON.stringify({ listed: none.list().length, same: before === after, text: answer.result.content[0].text }));
    })();
  `);
  expect(JSON.parse(out)).toEqual({ listed: 0, same: true, text: 'x' });
});

test('two copies of the package read each other’s notes', () => {
  const out = inChild(`
    const first = require('./dist/index.js');
    for (const path of Object.keys(require.cache)) if (path.includes('/dist/')) delete require.cache[path];
    const second = require('./dist/embed.js');
    class Args extends first.ToolArguments {}
    first.Arg({ description: 'A name', type: 'string' })(Args.prototype, 'name');
    class Hello { run(args) { return args.name; } }
    first.Tool({ args: Args, description: 'Hello.' })(Hello);
    console.log(new second.ToolRegistry([Hello], { prefix: '' }).describe('hello').inputSchema.required[0]);
  `);
  expect(out.trim()).toBe('name');
});

const TWO_COPIES = `
  const first = require('./dist/index.js');
  for (const path of Object.keys(require.cache)) if (path.includes('/dist/')) delete require.cache[path];
  const second = require('./dist/index.js');
  const { testClient } = require('./dist/testing.js');
  const { Result, ToolResult, defineApp } = first;
  const tool = (name, run) => first.defineTool({ name, description: 'Does it.', run });
  const answer = async (options, name) => {
    const client = await testClient(defineApp({ name: 'copies', ...options }), { args: ['--log-level', 'error'] });
    const { isError, wire, errorType } = await client.call(name);
    await client.close();
    return [isError, wire.content[0].type, errorType ?? wire.content[0].text];
  };
`;

test('a copy of the package serves what tools, guards and observers of another copy answer', () => {
  const out = inChild(`${TWO_COPIES}
    const ran = tool('ran', () => 'ran');
    const refuse = () => Result.failure('not today', 'refused');
    (async () => console.log(JSON.stringify([
      await answer({ tools: tool('fail', () => Result.failure('no', 'not_found')) }, 'fail'),
      await answer({ tools: tool('error', () => ToolResult.error('bad')) }, 'error'),
      await answer({ tools: tool('text', () => ToolResult.text('hi')) }, 'text'),
      await answer({ tools: tool('image', () => ToolResult.image(Buffer.from('a'), 'image/png')) }, 'image'),
      await answer({ tools: ran, guards: [refuse], middleware: [(call, next) => next()] }, 'ran'),
      await answer({ tools: ran, observers: [{ begin: refuse, end: () => undefined }] }, 'ran'),
    ])))();
  `);
  expect(JSON.parse(out)).toEqual([
    [true, 'text', 'not_found'],
    [true, 'text', 'bad'],
    [false, 'text', 'hi'],
    [false, 'image', null],
    [true, 'text', 'refused'],
    [true, 'text', 'refused'],
  ]);
});

test('errors of two copies are of the same classes, and an author’s own subclasses stay apart', () => {
  const out = inChild(`${TWO_COPIES}
    class Mine extends first.ToolExecutionError {}
    class Other extends first.ToolExecutionError {}
    const pending = new first.QuestionPendingError();
    console.log(JSON.stringify([
      pending instanceof second.QuestionPendingError,
      pending instanceof second.ToolError,
      pending instanceof second.ToolTimeoutError,
      new Mine('x') instanceof second.ToolExecutionError,
      new Mine('x') instanceof Mine,
      new Other('x') instanceof Mine,
      new Error('x') instanceof second.ToolError,
    ]));
  `);
  expect(JSON.parse(out)).toEqual([true, true, false, true, true, false, false]);
});
