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
