import { join } from 'node:path';
import { folderWith, run, type Done } from '../support/installed-project';
import { COMMAND } from '../support/server-process';

// What an author hands to `defineApp` throws: each command says which function it was, what it threw and where.
const PACKAGE = join(__dirname, '..', '..', 'dist', 'index.js');

const HEAD = `const { defineApp, defineTool, Prompt, Tool, ToolArguments } = require(${JSON.stringify(PACKAGE)});
const quick = defineTool({ name: 'quick', description: 'Quick.', inputSchema: { type: 'object', properties: {} }, run: () => 'done' });
class Store {}
class Args extends ToolArguments {}
const needing = (name) => {
  const cls = { [name]: class { constructor(store) { this.store = store; } run() { return 'done'; } } }[name];
  Tool({ args: Args, description: 'Needs a store.', inject: [Store] })(cls);
  return cls;
};
class Advice { constructor(store) { this.store = store; } render() { return 'advice'; } }
Prompt({ description: 'Advises.', inject: [Store] })(Advice);
const tools = [quick, needing('First'), needing('Second')];
const prompts = [Advice];
`;
// The line of the app's file that comes after these.
const LINE = HEAD.split('\n').length;

const THROWS = {
  'at once': `() => { throw new Error('no database'); }`,
  later: `async () => { await null; throw new Error('no database'); }`,
};

function appWith(option: string): (words: readonly string[]) => Done & { file: string } {
  const folder = folderWith({
    'app.cjs': `${HEAD}module.exports = defineApp({ name: 'notes', tools, prompts, ${option} });\n`,
  });
  const file = join(folder, 'app.cjs');
  return (words) => ({ file, ...run(COMMAND, folder, [...words, '--app', 'app.cjs']) });
}

describe.each(Object.entries(THROWS))('that throws %s', (_, throws) => {
  test('`start`: one line for each command that opens the app', () => {
    const toolwright = appWith(`start: ${throws}`);
    for (const words of [['verify'], ['tools'], ['serve'], ['call', 'quick'], ['lint']]) {
      const { status, stderr, file } = toolwright(words);
      expect(stderr).toBe(
        `toolwright ${words[0]}: ${file}:${LINE}: \`start\` of the app 'notes' threw: no database. Make sure that what it needs is there, or catch the error in it.\n`,
      );
      expect(status).toBe(2);
    }
    const { stdout, file } = toolwright(['doctor']);
    expect(stdout).toContain(
      `can't be opened: ${file}:${LINE}: \`start\` of the app 'notes' threw: no database.`,
    );
  });

  test('`services`: one mistake, and not one of each class that needs them', () => {
    const toolwright = appWith(`services: ${throws}`);
    const { status, stderr, file } = toolwright(['verify']);
    const said = `${file}:${LINE}: \`services\` of the app 'notes' threw: no database. Make sure that what it needs is there, or catch the error in it.`;
    expect(stderr).toBe(`toolwright verify: ${said}\n`);
    expect(status).toBe(2);
    const { stdout } = toolwright(['doctor']);
    expect(stdout.split('threw: no database')).toHaveLength(2);
    expect(stdout).toContain(said);
  });

  test('`services`: a call says so, and a shell learns where', () => {
    const toolwright = appWith(`services: ${throws}`);
    const call = toolwright(['call', 'first']);
    expect(call.status).toBe(1);
    expect(JSON.parse(call.stdout)).toMatchObject({
      error: expect.stringContaining("app 'notes': `services` threw: no database.") as string,
    });
    expect(call.stdout).not.toContain(call.file);
    expect(call.stderr).toMatch(new RegExp(`at .*services.*app\\.cjs:${LINE}:`));
    expect(toolwright(['call', 'quick'])).toMatchObject({ status: 0, stdout: 'done\n' });
    const prompt = toolwright(['prompt', 'advice']);
    expect(prompt.stderr).toMatch(/^toolwright prompt: app 'notes': `services` threw: no database\. .*\n$/);
  });

  test.each(['close', 'onClose'])('`%s`: the log says so', (hook) => {
    const toolwright = appWith(
      hook === 'close' ? `close: ${throws}` : `start: ({ onClose }) => onClose(${throws})`,
    );
    for (const words of [['tools'], ['call', 'quick'], ['serve']]) {
      const { status, stderr, file } = toolwright(words);
      expect(stderr).toContain(
        `A step of closing failed: \`${hook}\` threw: no database (${file}:${LINE})\n`,
      );
      expect(status).toBe(0);
    }
  });
});

test('with the log level debug, the stack of what was thrown is shown', () => {
  const toolwright = appWith(`start: ${THROWS['at once']}`);
  expect(toolwright(['tools', '--log-level', 'debug']).stderr).toMatch(/\nError: no database\n {4}at /);
});

test('what has no message is named all the same', () => {
  const refused = `Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })`;
  expect(appWith(`start: () => { throw ${refused}; }`)(['tools']).stderr).toContain('threw: ECONNREFUSED.');
  expect(appWith(`start: () => { throw 'a text'; }`)(['tools']).stderr).toBe(
    "toolwright tools: app 'notes': `start` threw: a text. Make sure that what it needs is there, or catch the error in it.\n",
  );
});

test('a mistake that already says what and where stays as it is', () => {
  const toolwright = appWith(`start: ({ registry }) => registry.register([class Nothing {}])`);
  const { stderr } = toolwright(['tools']);
  expect(stderr).toMatch(/^toolwright tools: .*Nothing/);
  expect(stderr).not.toContain('threw');
});

test.each([
  ["start: 'x'", "has start: 'x', which is not a function."],
  ['services: {}', 'has services: an object, which is not a function.'],
  ['close: []', 'has close: a list, which is not a function.'],
  ['guards: () => undefined', 'has guards: a function, which is not a list of functions.'],
  ['guards: [{}]', 'has guards: a list, which is not a list of functions. Write functions in brackets'],
  ['middleware: [undefined]', 'has middleware: a list, which is not a list of functions.'],
  [
    'observers: [() => undefined]',
    'which is not a list of objects with `begin` and `end`. Write `observers: [{',
  ],
  ['observers: { begin() {}, end() {} }', 'which is not a list of objects'],
])('what can never be called is refused where it is given: %s', (option, said) => {
  const { status, stderr } = appWith(option)(['tools']);
  expect(stderr).toContain('toolwright tools: defineApp: ');
  expect(stderr).toContain(said);
  expect(status).toBe(2);
});

test('a tool that waits for what never comes ends the command with an error instead of nothing', () => {
  const toolwright = appWith(
    "tools: [defineTool({ name: 'never', description: 'Never.', timeoutSeconds: 0, run: () => new Promise(() => {}) })]",
  );
  const { status, stderr, stdout } = toolwright(['call', 'never']);
  expect(stdout).toBe('');
  expect(stderr).toContain(
    'toolwright call: ended without a result: a tool, a hook or a module waits for a promise',
  );
  expect(status).toBe(1);
});

test.each([
  [
    'a tool',
    "tools: [defineTool({ name: 'leave', description: 'Leave.', run: () => process.exit() })]",
    ['call', 'leave'],
  ],
  [
    'a tool',
    "tools: [defineTool({ name: 'leave', description: 'Leave.', run: () => process.exit() })]",
    ['call', 'leave', '--json'],
  ],
  ['a hook', 'start: () => process.exit(0)', ['tools']],
])(
  '%s that ends the process ends the command with an error instead of nothing: %s %j',
  (_what, options, words) => {
    const { status, stderr, stdout } = appWith(options)(words);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toContain(
      `toolwright ${words[0]}: ended without a result: a tool, a hook or a module called process.exit`,
    );
  },
);

describe.each([
  ['waits for nothing', '() => new Promise(() => {})'],
  ['waits for a timer that never stops', '() => new Promise(() => { setInterval(() => {}, 1000); })'],
])('a `close` hook that %s', (_, close) => {
  test('is named, and the result and exit code of a call stay what they are', () => {
    const toolwright = appWith(`close: ${close}`);
    const said =
      'A step of closing failed: `close` has not settled after 2.5 s, and is no longer waited for\n';
    const call = toolwright(['call', 'quick']);
    expect(call).toMatchObject({
      status: 0,
      stdout: 'done\n',
      stderr: expect.stringContaining(said) as string,
    });
    expect(call.stderr).not.toContain('ended without a result');
    expect(toolwright(['call', 'nothing']).status).toBe(2);
    expect(toolwright(['tools'])).toMatchObject({
      status: 0,
      stderr: expect.stringContaining(said) as string,
    });
  });

  test('is something that doctor has to put right', () => {
    const { status, stdout } = appWith(`tools: [quick], close: ${close}`)(['doctor', '--json']);
    expect(JSON.parse(stdout)).toContainEqual(
      expect.objectContaining({
        topic: 'closing',
        verdict: 'problem',
        text: '`close` has not settled after 2.5 s, and is no longer waited for.',
      }),
    );
    expect(status).toBe(1);
  });
});

test('doctor says which hook throws when the app is closed, and where', () => {
  const { status, stdout, file } = appWith(`close: ${THROWS.later}`)(['doctor', '--json']);
  expect(JSON.parse(stdout)).toContainEqual(
    expect.objectContaining({ topic: 'closing', text: `\`close\` threw: no database (${file}:${LINE}).` }),
  );
  expect(status).toBe(1);
});
