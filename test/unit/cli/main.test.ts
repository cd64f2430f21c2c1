import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, type Told } from '../../support/command-line';
import { folderWith } from '../../support/installed-project';
import { temporaryDirectory } from '../../support/temporary-directory';

const COMMANDS = readdirSync(join(__dirname, '../../../src/cli/commands'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

function run(...argv: string[]): Promise<Told> {
  return runIn(temporaryDirectory('tw-main'), ...argv);
}

async function runIn(cwd: string, ...argv: string[]): Promise<Told> {
  return commandLine(argv, { cwd });
}

test.each(COMMANDS)(
  'an option that %s does not have is refused in one line, with the cure',
  async (command) => {
    const { code, out, err } = await run(command, '--nope');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^toolwright \w+: .*--nope: unknown option[.;] .+\n$/);
  },
);

test.each([...COMMANDS.filter((command) => !['serve', 'worker', 'dev'].includes(command)), 'call echo'])(
  '%s does not take --cwd, and says what to do instead',
  async (words) => {
    const { code, err } = await run(...words.split(' '), '--cwd=/tmp');
    expect(code).toBe(2);
    expect(err).toMatch(/--cwd: .*run this command in it: cd DIR && toolwright …\.?\n$/);
  },
);

test.each([
  ['generate', '--module', '--modules'],
  ['mtdf', '--strickt', '--strict'],
  ['new', '--clas', '--class'],
  ['serve', '--log-levle', '--log-level'],
])('%s %s: the nearest option is named', async (command, wrong, right) => {
  expect((await run(command, wrong)).err).toMatch(new RegExp(`did you mean ${right}\\b`, 'i'));
});

test.each([
  ['--url', 'http://127.0.0.1:1/mcp'],
  ['--server', 'node server.js'],
])('doctor %s says that it is for projects, and what judges another server', async (option, value) => {
  expect((await run('doctor', option, value)).err).toBe(
    `toolwright doctor: ${option}: doctor looks at a project and its app; of another server, 'toolwright lint ${option} …' judges what it offers\n`,
  );
});

test('an option without its value is refused in one line', async () => {
  const { code, err } = await run('generate', '--modules');
  expect(code).toBe(2);
  expect(err).toMatch(/^toolwright generate: .*--modules.*\n$/);
});

test('serve takes no word but options, and does not serve then', async () => {
  const { code, out, err } = await run('serve', 'nonsense');
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: "toolwright serve: serve takes options only, got 'nonsense'\n",
  });
});

describe('in a project whose app was only found', () => {
  const project = folderWith({
    'src/app.ts': `import { defineApp } from 'toolwright';\nexport default defineApp({ tools: [] });\n`,
    'dist/app.js': '',
  });
  const SAID =
    /^app: the shipped server\. dist\/app\.js looks like the app of this directory, but it was only found/;

  test.each([
    [['call', 'add_task'], "there is no tool 'add_task'"],
    [['call', 'add_task', '--help'], "there is no tool 'add_task'"],
    [['call', 'read_file', '--titel', 'x'], '--titel: the tool has no such argument'],
    [['describe', 'add_task'], "there is no tool 'add_task'"],
    [['tools', 'add_task'], "there is no tool 'add_task'"],
    [['prompt', 'plan'], "there is no prompt 'plan'"],
    [['read', 'note://milk'], "there is no resource 'note://milk'"],
    [['policy', 'explain', 'add_task', '{}'], "there is no tool 'add_task'"],
  ])('%j says first that another server was asked', async (args, lack) => {
    const { code, out, err } = await runIn(project, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(SAID);
    expect(err.split('\n')[1]).toContain(lack);
  });
});

describe('in a project whose app was never compiled', () => {
  const SOURCE = `import { defineApp } from 'toolwright';\nexport default defineApp({ tools: [] });\n`;
  const project = folderWith({ 'src/app.ts': SOURCE });

  test.each([
    ['call', 'read_file', '--path', 'a'],
    ['call', 'add_task', '--help'],
    ['tools'],
    ['describe', 'read_file'],
    ['prompt', 'guide'],
    ['read', 'guide://a/b'],
    ['policy', 'explain', 'read_file', '{}'],
    ['inspect'],
  ])('%s asks no other server', async (...args) => {
    const { code, out, err } = await runIn(project, ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^toolwright \w+: src\/app\.ts looks like[^\n]+isn't compiled[^\n]+--app[^\n]+\n$/);
  });

  test.each([
    [{}, 'Build it'],
    [{ 'tsconfig.json': '{}' }, 'Build it with npx tsc'],
    [{ 'package.json': '{"scripts":{"build":"tsc -p ."}}' }, 'Build it with npm run build'],
  ])('with %j it says: %s', async (files, cure) => {
    const { err } = await runIn(folderWith({ 'src/app.ts': SOURCE, ...files }), 'call', 'add_task');
    expect(err).toContain(`. ${cure}, or name its module with --app, or the server that ships`);
  });

  test.each(['call', 'tools', 'describe', 'prompt', 'read', 'policy', 'serve'])(
    '%s --help is shown',
    async (name) => {
      expect(await runIn(project, name, '--help')).toMatchObject({ code: 0, err: '' });
    },
  );

  test('the server that ships is asked if it is named', async () => {
    const { code, err } = await runIn(project, 'tools', '--app', 'toolwright', '--pack', 'utility');
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^clients see these names[^\n]+\n$/),
    });
  });

  test.each([
    ['cost'],
    ['lint'],
    ['snapshot'],
    ['diff', 'x.json'],
    ['verify'],
    ['connect', 'cursor'],
    ['docs'],
    ['pack', 'docker'],
    ['eval', 'x.yaml'],
  ])('%s judges no other server', async (...args) => {
    const { code, err } = await runIn(project, ...args);
    expect(code).toBe(2);
    expect(err).toMatch(/^toolwright \w+: .*x\.json|src\/app\.ts looks like[^\n]+isn't compiled[^\n]+\n$/);
  });

  describe('with a configuration of its own', () => {
    const files = {
      'package.json': '{ "scripts": { "build": "tsc" } }',
      'src/app.ts': `import { defineApp } from 'toolwright';\nexport default defineApp({ tools: [] });\n`,
      'own.yaml': 'settings:\n  mail_to: me\ntools:\n  send_mail: { timeout: 5 }\n',
    };
    const configured = folderWith(files);
    const compiled = folderWith({ ...files, 'dist/src/app.js': '' });

    test.each([
      ['tools'],
      ['config'],
      ['call', 'send_mail'],
      ['call', 'send_mail', '--help'],
      ['describe', 'send_mail'],
      ['prompt'],
      ['read'],
      ['inspect'],
      ['policy', 'explain', 'send_mail', '{}'],
    ])('%s says that it must be built, and nothing of the settings of another server', async (...args) => {
      const { code, out, err } = await runIn(configured, ...args, '--config', 'own.yaml');
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toBe(
        `toolwright ${args[0]}: src/app.ts looks like the app of this directory, but it isn't compiled (to src/app.js or dist/src/app.js). Build it with npm run build, or name its module with --app, or the server that ships with --app toolwright.\n`,
      );
    });

    test.each([
      ['serve', configured, 'Build it with npm run build and name it with --app src/app.js'],
      ['worker', configured, 'Build it with npm run build and name it with --app src/app.js'],
      ['serve', compiled, 'Name it with --app dist/src/app.js'],
    ])('%s, which takes only what is named, says how to name it', async (command, directory, cure) => {
      const { code, err } = await runIn(directory, command, '--config', 'own.yaml');
      expect(code).toBe(2);
      expect(err).toBe(
        `toolwright ${command}: no app is named, and src/app.ts looks like the app of this directory, so its configuration can't be judged. ${cure}, or the server that ships with --app toolwright.\n`,
      );
    });

    test('is judged for the server that ships where that is named', async () => {
      const { code, err } = await runIn(configured, 'tools', '--config', 'own.yaml', '--app', 'toolwright');
      expect(code).toBe(2);
      expect(err).toContain('settings is not a known setting');
    });
  });

  test('an option that a command does not have is still refused in one line', async () => {
    expect((await runIn(project, 'call', 'read_file', '--url')).err).toMatch(/^toolwright call: [^\n]+\n$/);
    expect((await runIn(project, 'tools', '--nope')).err).toMatch(/^toolwright tools: [^\n]+\n$/);
  });
});

test.each([
  ['prompt', 'plan'],
  ['read', 'note://milk'],
  ['call', 'add_task'],
])('where no app is found, %s %s says that this is the server that ships', async (...args) => {
  expect((await run(...args)).err).toContain('This is the server that ships; name your own with --app FILE');
});
