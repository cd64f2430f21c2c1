import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// An app whose hooks leave a line each, with a tool that is there from the beginning and one that `start` adds.
const folder = temporaryDirectory('tw-flags-before-hooks');
const ran = join(folder, 'ran.txt');
const APP = `
  const { appendFileSync } = require('node:fs');
  const { defineApp, defineTool, Prompt, Tool, ToolArguments, Arg } = require(${JSON.stringify(join(__dirname, '..', '..'))});
  const note = (line) => appendFileSync(${JSON.stringify(ran)}, line + '\\n');
  const tool = (name) => defineTool({
    name, description: 'Lists.', inputSchema: { type: 'object', properties: { limit: { type: 'integer' } } },
    run: ({ limit }) => 'limit ' + limit,
  });
  class Store {}
  class Plan { constructor(store) { this.store = store; } render({ day }) { return 'Plan ' + day; } }
  class PlanArgs extends ToolArguments {}
  Arg({ description: 'The day', type: 'string' })(PlanArgs.prototype, 'day');
  Prompt({ name: 'plan', description: 'Plans.', args: PlanArgs, inject: [Store] })(Plan);
  exports.app = defineApp({
    name: 'jobs', tools: [tool('list_jobs')], prompts: [Plan],
    services: (container) => { note('services'); container.set(Store, new Store()); },
    start: ({ registry, onClose }) => { note('start'); onClose(() => note('onClose')); registry.register([tool('late')]); },
    close: () => note('close'),
  });
`;
writeFileSync(join(folder, 'app.cjs'), APP);

function toolwright(...args: string[]) {
  rmSync(ran, { force: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args, '--app', 'app.cjs'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    encoding: 'utf8',
    input: '{"limit": 4}',
  });
  const hooks = existsSync(ran) ? readFileSync(ran, 'utf8').trim().split('\n') : [];
  return { status, stdout, stderr, hooks };
}

test.each([
  [['call', 'list_jobs', '--limt', '3'], '--limt'],
  [['call', 'list_jobs', '--limt', '3', '--json'], '--limt'],
  [['call', 'list_jobs', '--limit', 'many'], '--limit'],
  [['call', 'list_jobs', '--limit'], '--limit: needs a value'],
  [['call', 'list_jobs', '{'], 'is not valid JSON'],
  [['prompt', 'plan', '--dya', 'monday'], '--dya'],
])('%j is refused before any hook of the app runs', (args, said) => {
  const { status, stdout, stderr, hooks } = toolwright(...args);
  expect(stderr).toContain(said);
  expect([status, stdout, hooks]).toEqual([2, '', []]);
});

test('right flags run the hooks as ever, and stdin is read once', () => {
  const { stdout, hooks } = toolwright('call', 'list_jobs', '-');
  expect([stdout, hooks]).toEqual(['limit 4\n', ['start', 'close', 'onClose']]);
  const prompt = toolwright('prompt', 'plan', '--day', 'monday');
  expect(prompt.stdout).toBe('user: Plan monday\n');
  expect(prompt.hooks).toEqual(expect.arrayContaining(['services', 'start', 'close']));
});

test('a tool that is only there once the app has started is called, and its flags are judged then', () => {
  expect(toolwright('call', 'late', '--limit', '2').stdout).toBe('limit 2\n');
  const wrong = toolwright('call', 'late', '--limt', '2');
  expect([wrong.status, wrong.hooks]).toEqual([2, ['start', 'close', 'onClose']]);
  expect(wrong.stderr).toContain('--limt');
});
