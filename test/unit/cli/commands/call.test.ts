import { join } from 'node:path';
import { main } from '../../../../src/cli/main';
import { commandLine, type Told } from '../../../support/command-line';
import { folderWith } from '../../../support/installed-project';

const PACKAGE = JSON.stringify(join(__dirname, '../../../../src/index.ts'));
const APP = `const { defineApp, defineTool, Result } = require(${PACKAGE});
const tool = (name, run) => defineTool({ name, description: 'x', inputSchema: { type: 'object', properties: {} }, run });
module.exports = defineApp({
  name: 'notes',
  tools: [
    tool('throws', () => {
      throw new TypeError('boom');
    }),
    tool('fails', () => Result.failure('no such note', 'not_found')),
  ],
});
`;

async function call(
  tool: string,
  files: Readonly<Record<string, string>> = { 'app.cjs': APP },
  words: readonly string[] = [],
): Promise<Told> {
  const cwd = folderWith(files);
  return commandLine(['call', tool, ...words, '--app', 'app.cjs'], { cwd });
}

test('where a tool threw is shown to its author, on stderr', async () => {
  const { code, out, err } = await call('throws');
  expect(code).toBe(1);
  expect(err).toMatch(/Tool throws failed: boom\n[^]*app\.cjs:7:\d+/);
  expect(out).not.toContain('app.cjs');
});

test('a failure that the tool returned has no such place', async () => {
  const { code, err } = await call('fails');
  expect(code).toBe(1);
  expect(err).not.toContain('app.cjs:');
});

test('a tool that is written and not in the app is named with its file, and what to do', async () => {
  const decorated = (options: string, name: string) => `@Tool(${options})\nexport class ${name} {}\n`;
  const files = {
    'app.cjs': APP.replace("description: 'x',", "description: 'x', source: 'class Throws',"),
    'src/throws.ts': decorated('{}', 'Throws'),
    'src/drop-note.ts': decorated('{}', 'DropNote'),
    'src/other.ts': decorated("{ name: 'keep', description: 'x' }", 'KeepNote'),
  };
  expect(await call('drop_note', files)).toEqual({
    code: 2,
    out: '',
    err: "toolwright call: there is no tool 'drop_note'; DropNote in src/drop-note.ts:2 is not in your app: add it to 'tools' there, and build\n",
  });
  expect((await call('keep', files)).err).toContain('KeepNote in src/other.ts:2 is not in your app');
  expect((await call('throw', files)).err).toContain('did you mean throws?');
});

test('a misspelt option of the command is told from an argument that the tool lacks', async () => {
  const { code, err } = await call('fails', undefined, ['--consnt', 'ask']);
  expect(code).toBe(2);
  expect(err).toContain('--consnt: the tool has no such argument; did you mean --consent?');
});

describe('a tool that needs more than this command can do', () => {
  const needing = (capability: string) => ({
    'app.cjs': APP.replace(
      "throw new TypeError('boom')",
      `throw new MissingCapabilityError(${capability})`,
    ).replace('Result }', 'Result, MissingCapabilityError }'),
  });

  test('that has a question, without a terminal, says where it can be answered', async () => {
    const { code, out, err } = await call('throws', needing('{ elicitation: {} }'));
    expect(code).toBe(1);
    expect(out).toContain('MissingCapabilityError');
    expect(err).toMatch(
      /note: the tool has a question for you, and there is no terminal to ask it in\. Run the command where neither stdin nor stderr is a pipe/,
    );
  });

  test.each([
    ['{ sampling: {} }', "a shell has none. Call it from a client with the capability 'sampling'."],
    ['{ roots: {} }', "a shell offers none. Call it from a client with the capability 'roots'."],
    [
      '{ elicitation: { url: {} } }',
      "does not do. Call it from a client with the capability 'elicitation.url'.",
    ],
  ])('%s says that it takes a client', async (capability, note) => {
    expect((await call('throws', needing(capability))).err).toContain(note);
  });

  test('other failures get no such note', async () => {
    expect((await call('throws')).err).not.toContain('note:');
  });
});

describe('a word that is not known', () => {
  const files = {
    'app.cjs': `const { defineApp, defineTool, Resource } = require(${PACKAGE});
const tool = defineTool({ name: 'run', description: 'Runs.', inputSchema: { type: 'object', properties: { command: { type: 'string' }, file: { type: 'string' } } }, run: () => 'x' });
class Patient { read({ id }) { return id === '1' ? 'Ada' : undefined; } }
Resource({ uri: 'patient://{id}', name: 'patient', description: 'A patient' })(Patient);
class Ward { read() { return 'open'; } }
Resource({ uri: 'ward://west', name: 'ward', description: 'A ward' })(Ward);
module.exports = defineApp({ name: 'notes', packs: [], tools: [tool], resources: [Patient, Ward] });
`,
  };

  async function ran(...args: string[]): Promise<Told> {
    const cwd = folderWith(files);
    return commandLine([...args, '--app', 'app.cjs'], { cwd });
  }

  test.each(['--code', '--log', '--e'])('%s is no option because its name begins like one', async (flag) => {
    const { code, err } = await ran('call', 'run', flag, 'x');
    expect([code, err]).toEqual([
      2,
      `toolwright call: ${flag}: the tool has no such argument; it takes --command, --file\n`,
    ]);
  });

  test('an address that a template stands for is read, or has nothing', async () => {
    expect(await ran('read', 'patient://1')).toMatchObject({ code: 0, out: 'Ada\n' });
    const { code, err } = await ran('read', 'patient://9');
    expect([code, err]).toEqual([
      2,
      "toolwright read: there is nothing at 'patient://9', which patient://{id} stands for\n",
    ]);
    expect((await ran('read', 'ward://wst')).err).toContain('did you mean ward://west?');
  });

  test('an argument for policy explain is asked for as JSON', async () => {
    const { code, err } = await ran('policy', 'explain', 'run', '--file', 'x');
    expect([code, err]).toEqual([
      2,
      `toolwright policy: --file: the arguments of a tool are written as JSON here: toolwright policy explain run '{"file": …}'\n`,
    ]);
    expect((await ran('policy', 'explain', 'run', '--log-levle', 'x')).err).toContain('--log-level');
  });
});

describe('an argument with the name of an option', () => {
  const files = {
    'app.cjs': `const { defineApp, defineTool, Prompt } = require(${PACKAGE});
const names = ['config', 'root', 'log_level', 'app', 'url', 'server', 'http_url', 'help', 'text'];
const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const tool = defineTool({ name: 'clash', description: 'Clashes.', inputSchema: { type: 'object', properties: { ...properties, json: { type: 'boolean' } } }, run: (args) => JSON.stringify(args) });
const plain = defineTool({ name: 'plain', description: 'Has none.', inputSchema: { type: 'object', properties: { text: { type: 'string' } } }, run: () => 'x' });
module.exports = defineApp({ name: 'notes', packs: [], tools: [tool, plain] });
`,
  };

  test.each(['root', 'log-level', 'json'])('--%s is refused where it may be either', async (name) => {
    const words = name === 'json' ? ['--json'] : [`--${name}`, 'debug'];
    const { code, err } = await call('clash', files, words);
    expect(code).toBe(2);
    expect(err).toContain(
      `--${name} is an option of this command and an argument of clash: write the option before 'clash', and the argument after '--'`,
    );
  });

  test.each([
    ['--config', 'nowhere.yaml'],
    ['--url', 'http://127.0.0.1:9/mcp'],
    ['--server', 'no-such-program-here'],
    ['--http-url', 'not an address'],
  ])('%s that can not be met is said to have been taken for the option', async (name, value) => {
    const { code, err } = await call('clash', files, [name, value]);
    expect(code).toBe(2);
    expect(err).toContain(
      `${name} after the name is an option of this command; an argument goes after '--': -- ${name} VALUE`,
    );
  });

  test.each([
    ['--config', 'nowhere.yaml'],
    ['--url', 'http://127.0.0.1:9/mcp'],
    ['--server', 'no-such-program-here'],
    ['--http-url', 'not an address'],
    ['--port-number', '1'],
  ])('nothing is said about %s where the tool has no such argument', async (name, value) => {
    const { code, err } = await call('plain', files, [name, value]);
    expect(code).toBe(2);
    expect(err).not.toContain("after '--'");
  });

  test('nothing is said about an option if another one is wrong', async () => {
    const more = { ...files, 'own.yaml': 'log: { level: debug }\n' };
    const { code, err } = await call('plain', more, ['--config', 'own.yaml', '--http-port', '-7']);
    expect(code).toBe(2);
    expect(err).not.toContain("after '--'");
  });

  test('after -- all of them are arguments', async () => {
    const words = [
      '--config',
      'a',
      '--root=b',
      '--log-level',
      'c',
      '--app',
      'd',
      '--url',
      'e',
      '--help',
      'f',
      '--json',
    ];
    const cwd = folderWith(files);
    let out = '';
    const io = {
      cwd,
      env: { HOME: cwd },
      stdout: (text: string) => void (out += text),
      stderr: () => undefined,
    };
    expect(await main(['call', '--app', 'app.cjs', 'clash', '--', ...words], io)).toBe(0);
    expect(JSON.parse(out)).toEqual({
      config: 'a',
      root: 'b',
      log_level: 'c',
      app: 'd',
      url: 'e',
      help: 'f',
      json: true,
    });
  });

  test('--help shows which have to stand after --', async () => {
    const { out } = await call('clash', files, ['--help']);
    expect(out).toContain(
      'toolwright call clash [--text …] -- [--config …] [--root …] [--log-level …] [--app …] [--url …] [--server …] [--http-url …] [--help …] [--json]',
    );
    expect(out).toMatch(
      /Arguments:\n {2}--text TEXT\n\nArguments after '--', since options of this command have the same names:\n {2}--config TEXT/,
    );
  });
});

test('a prompt with an argument of an option is as clear', async () => {
  const files = {
    'app.cjs': `const { defineApp, ToolArguments, Arg, Prompt } = require(${PACKAGE});
class Args extends ToolArguments {}
Arg({ description: 'A root', type: 'string', optional: true })(Args.prototype, 'root');
class Ask { render({ root }) { return String(root); } }
Prompt({ name: 'ask', description: 'Asks.', args: Args })(Ask);
module.exports = defineApp({ name: 'notes', packs: [], prompts: [Ask] });
`,
  };
  const cwd = folderWith(files);
  let [out, err] = ['', ''];
  const io = {
    cwd,
    env: { HOME: cwd },
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
  };
  expect(await main(['prompt', 'ask', '--root', '/tmp', '--app', 'app.cjs'], io)).toBe(2);
  expect(err).toContain(
    "--root is an option of this command and an argument of ask: write the option before 'ask'",
  );
  expect(await main(['prompt', '--app', 'app.cjs', 'ask', '--', '--root', 'mine'], io)).toBe(0);
  expect(out).toBe('user: mine\n');
});
