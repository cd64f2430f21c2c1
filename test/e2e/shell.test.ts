import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// What a person does with an app, or with any other server, from a shell.
const folder = temporaryDirectory('tw-shell');
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(__dirname, '..', '..'), join(folder, 'node_modules', 'toolwright'), 'dir');
writeFileSync(
  join(folder, 'app.cjs'),
  `const { Arg, defineApp, defineTool, Prompt, serveStdio } = require('toolwright');
   const add = defineTool({
     name: 'add_todo',
     description: 'Add a todo.',
     inputSchema: {
       type: 'object',
       required: ['title'],
       properties: {
         title: { type: 'string', description: 'What to do' },
         tags: { type: 'array', items: { type: 'string' }, description: 'Labels' },
         kind: { type: 'string', enum: ['todo', 'idea'], description: 'Which list' },
         config: { type: 'string', description: 'An argument that is also an option' },
       },
     },
     run: async (args, context) => {
       context.progress({ progress: 1, total: 2, message: 'half' });
       // The SDK's client drops progress that arrives in the same chunk as the reply.
       await new Promise((resolve) => setTimeout(resolve, args.title === 'stay' ? 100_000 : 100));
       return { added: args };
     },
   });
   const count = defineTool({
     name: 'count_todos',
     description: 'Count the todos.',
     synchronous: false,
     inputSchema: { type: 'object', properties: { fail: { type: 'boolean' }, pages: { type: 'integer', minimum: 1 } } },
     run: async ({ fail, pages = 1 }, { progress, signal }) => {
       progress({ progress: 1, total: 2, message: 'half' });
       // Longer than a client is kept waiting for the result itself.
       await new Promise((resolve) => setTimeout(resolve, 700));
       if (fail) throw new Error('no todos');
       return { counted: 'todo '.repeat(pages * 1000) };
     },
   });
   const partly = defineTool({
     name: 'count_partly',
     description: 'Count until the call is cancelled.',
     synchronous: false,
     inputSchema: { type: 'object', properties: {} },
     run: async (_args, { progress, soFar, signal }) => {
       soFar({ counted: 9 });
       progress({ progress: 1, total: 2, message: 'half' });
       await new Promise((resolve) => {
         const waiting = setInterval(() => {}, 1000);
         signal.addEventListener('abort', () => resolve(clearInterval(waiting)));
       });
       return { counted: 'all' };
     },
   });
   class Day {}
   Arg({ description: 'Which day', type: 'string' })(Day.prototype, 'day');
   class PlanDay { build({ day }) { return 'Plan ' + day; } }
   Prompt({ name: 'plan_day', description: 'Plan a day', args: Day })(PlanDay);
   const app = defineApp({ name: 'todos', tools: [add, count, partly], prompts: [PlanDay] });
   module.exports = app;
   serveStdio(app);`,
);

const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: process.env['TMPDIR'] ?? '/tmp' };
const toolwright = (args: string[], input = '', more: Record<string, string> = {}) => {
  const options = { cwd: folder, encoding: 'utf8', env: { ...env, ...more }, input } as const;
  const done = spawnSync(process.execPath, [COMMAND, ...args], options);
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
};
// Calls a tool, and presses Ctrl-C when it is half done.
const interrupted = async (words: string[]) => {
  const args = [COMMAND, 'call', ...words];
  const child = spawn(process.execPath, args, { cwd: folder, env });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    // Once: a second one, after the call has ended, ends the process at once.
    if (!stderr.includes('half') && (stderr + text).includes('half')) child.kill('SIGINT');
    stderr += text;
  });
  const [status] = (await once(child, 'close')) as [number];
  return { status, stdout, stderr };
};
const APP = ['--app', 'app.cjs'];
const SERVER = ['--server', 'node app.cjs'];

describe.each([
  ['an app', APP],
  ['another server', SERVER],
])('%s', (_kind, where) => {
  test('a tool is a command with flags; progress goes to stderr, the result to stdout', () => {
    const { status, stdout, stderr } = toolwright(
      [...['call', 'add_todo', '--title', '-', '--tag', 'home', '--tag', 'food', '--json'], ...where],
      'Buy milk',
    );
    expect(status).toBe(0);
    const { content } = JSON.parse(stdout) as { content: { text: string }[] };
    expect(JSON.parse(content[0]!.text)).toEqual({ added: { title: 'Buy milk', tags: ['home', 'food'] } });
    expect(stderr).toContain('1/2 half\n');
  });

  test('help for a tool names its flags', () => {
    const { status, stdout } = toolwright(['call', 'add_todo', '--help', ...where]);
    expect(status).toBe(0);
    // Settings of an app are no options where another server is named.
    const config = where === APP ? '-- [--config …]' : '[--config …]';
    expect(stdout).toContain(`toolwright call add_todo --title … [--tags …] [--kind …] ${config}`);
    expect(stdout).toMatch(/--title TEXT +What to do \(required\)/);
  });

  test('arguments that the tool refuses fail with exit code 1 and what to correct', () => {
    const { status, stdout } = toolwright(['call', 'add_todo', '--title', 'x', '--kind', 'wish', ...where]);
    expect(status).toBe(1);
    expect(stdout).toMatch(/kind/);
    expect(stdout).toMatch(/todo.*idea/);
  });

  test('a background tool is waited for, and its result is printed', () => {
    const done = toolwright(['call', 'count_todos', ...where]);
    expect(done).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\{"counted":"todo todo /) });
    expect(done.stderr).toContain('1/2 half\n');
    const failed = toolwright(['call', 'count_todos', '--fail', ...where]);
    expect(failed).toMatchObject({ status: 1, stdout: expect.stringContaining('no todos') });
    const refused = toolwright(['call', 'count_todos', '--pages', '0', ...where]);
    expect(refused).toMatchObject({ status: 1, stdout: expect.stringContaining('pages') });
  });

  test.each<[string[], RegExp]>([
    [['call', 'add_todo', '--titel', 'x'], /--titel: the tool has no such argument; did you mean --title\?/],
    [['call', 'add_tod'], /there is no tool 'add_tod'; did you mean add_todo\?/],
    [['call'], /which tool\? 'toolwright tools' lists them/],
    [['describe'], /which tool\?/],
    [['describe', 'nope_nope'], /there is no tool 'nope_nope'/],
    [['prompt', 'nope'], /there is no prompt 'nope'/],
    [['prompt', 'plan_day'], /Invalid arguments for prompt plan_day: day is required/],
    [['read', 'a:b', 'c:d'], /one URI at a time/],
    [['read', 'a:b'], /there is no resource .a:b.|the server offers no resources/],
  ])('%j is refused in one line', (args, message) => {
    const { status, stdout, stderr } = toolwright([...args, ...where]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });

  test('tools and describe show what agents see, as text and as JSON', () => {
    expect(toolwright(['tools', ...where]).stdout).toMatch(
      /^add_todo +Add a todo\.\ncount_todos +Count the todos\.\ncount_partly +Count until the call is cancelled\.\nread_result +\S.*\n/,
    );
    expect(JSON.parse(toolwright(['tools', '--json', ...where]).stdout)).toContainEqual(
      expect.objectContaining({ name: 'add_todo' }),
    );
    expect(toolwright(['describe', 'add_todo', ...where]).stdout).toContain('"title"');
  });
});

test.each([
  ['an app', 'add_todo', APP],
  ['an app', 'count_todos', APP],
  ['another server', 'add_todo', SERVER],
  ['another server', 'count_todos', SERVER],
])('%s: Ctrl-C cancels a call of %s, and says so in one line', async (_kind, tool, where) => {
  const { status, stdout, stderr } = await interrupted([tool, '{"title":"stay","pages":1}', ...where]);
  expect(status).toBe(130);
  expect(stderr).toMatch(/^1\/2 half\n(?:warning: op_\S+ \(count_todos\): Cancelled .*\n)?$/);
  expect(stdout).toMatch(/^.*[Tt]he call was cancelled.*\n$/);
});

test('what a cancelled tool in the background has so far is printed with a word that it was cancelled', async () => {
  const { status, stdout, stderr } = await interrupted(['count_partly', ...APP]);
  expect(status).toBe(130);
  expect(stdout).toContain('9');
  expect(`${stdout}${stderr}`).toContain('cancelled');
});

test('an app answers whole; another server answers as it does for clients, and what was cut is said with the cure', () => {
  const long = ['call', 'count_todos', '--pages', '20'];
  const whole = `{"counted":"${'todo '.repeat(20_000)}"}\n`;
  expect(toolwright([...long, ...APP]).stdout).toBe(whole);
  const cut = toolwright([...long, ...SERVER]);
  expect(cut.stdout).toContain('[This is only the beginning');
  expect(cut.stderr).toMatch(/note: the server cut its answer.*--app FILE.*TOOLWRIGHT_ANSWERS_BUDGET=0/);
  const all = toolwright([...long, ...SERVER], '', { TOOLWRIGHT_ANSWERS_BUDGET: '0' });
  expect({ stdout: all.stdout, note: /note:/.test(all.stderr) }).toEqual({ stdout: whole, note: false });
});

test('an argument that is also an option of the command has to say which it is', () => {
  const unclear = toolwright(['call', 'add_todo', '--title', 'x', '--config', 'toolwright.yaml', ...SERVER]);
  expect(unclear.status).toBe(0);
  const app = toolwright(['call', ...APP, 'add_todo', '--', '--title', 'x', '--config', 'prod']);
  expect(app).toMatchObject({ status: 0, stdout: expect.stringContaining('prod') });
  writeFileSync(join(folder, 'empty.yaml'), '{}\n');
  expect(toolwright(['call', ...APP, 'add_todo', '--title', 'x', '--config', 'empty.yaml'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/--config is an option of this command and an argument of add_todo/),
  });
});

// Answers whatever it is asked that it doesn't know the method.
const NOT_MCP = `process.stdin.on('data', (line) => console.log(JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(line).id, error: { code: -32601, message: 'Method not found' } })))`;

test.each<[string[], RegExp]>([
  [
    ['tools', '--server', 'no-such-program'],
    /no-such-program gave no connection: there is no command 'no-such-program'/,
  ],
  [['tools', '--server', 'node -e 0'], /it ended without an answer; start the command by itself/],
  [['tools', '--server', './app.cjs'], /'\.\/app\.cjs' can't be started \(EACCES\)/],
  [['tools', '--server', `node -e "${NOT_MCP}"`], /it does not know the method `initialize`/],
  [['tools', '--server', 'x', '--url', 'http://127.0.0.1:1/'], /name one of the two/],
  [['tools', '--url', 'nowhere'], /--url: 'nowhere' is not an address/],
  [['tools', '--url', 'http://127.0.0.1:9/mcp'], /http:\/\/127\.0\.0\.1:9\/mcp gave no connection/],
  [['tools', '--header', 'a: b'], /--header: only goes with --url/],
  [['call', 'echo', '--idempotency-key', 'k'], /--idempotency-key: only goes with --url or --server/],
  [
    ['tools', '--server', 'x', '--root', '.'],
    /--root: is a setting of an app .* in --server "COMMAND --root …"/,
  ],
  [
    ['policy', 'explain', 'echo', '{}', '--server', 'x'],
    /--server: unknown option. .* name it with --app FILE/,
  ],
  [['serve', '--url', 'http://127.0.0.1:9/mcp'], /--url: unknown option. .* name it with --app FILE/],
  [['tools', '--server', '"x'], /a quote .* is not closed/],
  [['completion', 'tcsh'], /which shell\?/],
])('%j is refused in one line', (args, message) => {
  const { status, stderr } = toolwright(args);
  expect(status).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

describe('completion', () => {
  const completed = (...words: string[]): string[] =>
    toolwright(['complete', '--', ...words])
      .stdout.split('\n')
      .filter(Boolean);

  test('offers commands, tools, flags and values', () => {
    expect(completed('ca')).toEqual(['call']);
    expect(completed('call', '--app', 'app.cjs', 'add')).toEqual(['add_todo']);
    expect(completed('call', '--app', 'app.cjs', 'add_todo', '--title', 'x', '--')).toEqual([
      ...['--tags', '--kind', '--config'],
    ]);
    expect(completed('call', '--app', 'app.cjs', 'add_todo', '--kind', '')).toEqual(['todo', 'idea']);
  });

  test('works in a real bash', () => {
    const script = `toolwright() { ${JSON.stringify(process.execPath)} ${JSON.stringify(COMMAND)} "$@"; }
      source <(toolwright completion bash)
      COMP_WORDS=(toolwright descr); COMP_CWORD=1; _toolwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: folder, encoding: 'utf8', env });
    expect({ stdout, stderr }).toEqual({ stdout: 'describe\n', stderr: '' });
  });
});

test.each(['commonjs', 'module'])(
  'TypeScript without a loader is named as such in a package of type %s',
  (type) => {
    const project = join(folder, `typescript-${type}`);
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ type }));
    writeFileSync(join(project, 'name.ts'), `export const name: string = 'typed';`);
    writeFileSync(
      join(project, 'app.ts'),
      `import { defineApp } from 'toolwright';\nimport { name } from './name.js';\nexport default defineApp({ name });`,
    );
    const { status, stderr } = toolwright(['tools', '--app', join(project, 'app.ts')]);
    expect(status).toBe(2);
    expect(stderr).toContain('is TypeScript, and the project has no loader for it.');
    expect(stderr).toContain('npm install --save-dev tsx');
  },
);

test('what an app or a tool prints goes to stderr, so that stdout is the result alone', () => {
  writeFileSync(
    join(folder, 'printing.cjs'),
    `const { defineApp, defineTool } = require('toolwright');
     console.log('the app prints');
     const inputSchema = { type: 'object', properties: {} };
     const run = () => { console.log('the tool prints'); return { done: true }; };
     module.exports = defineApp({ name: 'printing', tools: [defineTool({ name: 'print', description: 'Print.', inputSchema, run })] });`,
  );
  const called = toolwright(['call', 'print', '--json', '--app', 'printing.cjs']);
  expect(JSON.parse(called.stdout)).toMatchObject({ content: [{ type: 'text' }] });
  expect(called.stderr).toBe('the app prints\nthe tool prints\n');
  for (const command of ['tools', 'read', 'prompt', 'config'])
    expect(JSON.parse(toolwright([command, '--json', '--app', 'printing.cjs']).stdout)).toBeInstanceOf(Array);
});

test('a person without a terminal is told how to consent', () => {
  writeFileSync(
    join(folder, 'deleting.cjs'),
    `const { defineApp, defineTool } = require('toolwright');
     const inputSchema = { type: 'object', properties: {} };
     const annotations = { destructiveHint: true };
     const wipe = defineTool({ name: 'wipe', description: 'Wipe.', inputSchema, annotations, run: () => 'wiped' });
     module.exports = defineApp({ name: 'deleting', tools: [wipe] });`,
  );
  const call = ['call', 'wipe', '--app', 'deleting.cjs', '--consent'];
  const { status, stdout, stderr } = toolwright([...call, 'ask']);
  expect(status).toBe(1);
  expect(stdout + stderr).toMatch(/no terminal to ask in.*Ask the user to run the command in a terminal/s);
  expect(stdout + stderr).not.toContain('Tell the user');
  expect(toolwright([...call, 'literal'])).toMatchObject({ status: 0, stdout: 'wiped\n' });
});

test('config names an untrusted configuration that is left out, as the other commands do', () => {
  const place = join(folder, 'untrusted');
  mkdirSync(place);
  writeFileSync(join(place, 'toolwright.yaml'), 'expose: search\n');
  const warned = (command: string) =>
    spawnSync(process.execPath, [COMMAND, command], { cwd: place, encoding: 'utf8', env }).stderr;
  for (const command of ['tools', 'config'])
    expect(warned(command)).toMatch(/Left out.*toolwright\.yaml \(configuration\)/);
});
