import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { folderWith, install, run } from '../support/installed-project';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// An author works in a project that has an app and the package, and names neither on the command line.
const SOURCE = `import { defineApp } from 'toolwright';\nexport default defineApp({ tools: [] });\n`;
const COMPILED = `require('node:fs').writeFileSync(require('node:path').join(process.cwd(), 'app-ran'), '');
const { Arg, defineApp, Tool, ToolArguments } = require('toolwright');
class AddNoteArgs extends ToolArguments {}
Arg({ description: 'Its name', type: 'string', minLength: 3 })(AddNoteArgs.prototype, 'name');
class AddNote { run({ name }) { return 'noted ' + name; } }
Tool({ args: AddNoteArgs, description: 'Add a note.', examples: [{ args: { name: 'milk' }, explains: 'Adds one' }] })(AddNote);
module.exports = defineApp({ name: 'notes', version: '1.0.0', tools: [AddNote] });
`;
const FILES = {
  'package.json': '{ "name": "notes", "version": "1.0.0" }',
  'tsconfig.json': '{ "compilerOptions": { "outDir": "dist", "rootDir": ".", "strict": true } }',
  'src/app.ts': SOURCE,
  'dist/src/app.js': COMPILED,
};
const LIST = expect.stringMatching(/^add_note +Add a note\.\n/) as string;
const IT = 'app: dist/src/app.js\n';
// What is said about the server that ships, whose tools have a prefix.
const PREFIXED = 'clients see these names with a prefix, such as guide_echo; call takes either\n';

const folder = folderWith(FILES);
const command = install(folder);
const SERVED = `node ${command} serve --app dist/src/app.js --prefix=`;
const toolwright = (...args: string[]) => run(command, folder, args);

describe('in the project that the command is installed in', () => {
  test('doctor judges its app', () => {
    folderWith({ 'dist/src/app.js': COMPILED.replace("name: 'milk'", "name: 'x'") }, folder);
    const { status, stdout, stderr } = toolwright('doctor');
    expect(stderr).toBe(IT);
    expect(stdout).toContain('notes 1.0.0');
    expect(stdout).toMatch(/✗ classes .*AddNote/);
    expect(status).toBe(1);
    expect(toolwright('tools').status).toBe(1);
    expect(toolwright('call', 'add_note').stderr).toContain('A class with a mistake is not listed');
    folderWith(FILES, folder);
    expect(toolwright('doctor').stdout).toMatch(/✓ classes/);
  });

  test('its tools are listed, described, called and completed', () => {
    expect(toolwright('tools')).toEqual({ status: 0, stdout: LIST, stderr: IT });
    expect(toolwright('call', 'add_note', '--name', 'milk').stdout).toContain('noted milk');
    expect(toolwright('call', 'add_note', '--help').stdout).toContain('--name');
    expect(toolwright('complete', '--', 'call', 'a')).toEqual({
      status: 0,
      stdout: 'add_note\n',
      stderr: '',
    });
  });

  test('what describe shows is what clients list', () => {
    const listed = JSON.parse(
      toolwright('describe', 'add_note', '--json', '--server', SERVED).stdout,
    ) as object;
    const own = JSON.parse(toolwright('describe', 'add_note', '--json').stdout) as object;
    expect(own).toMatchObject({ description: (listed as { description: string }).description });
    expect(toolwright('describe', 'add_note', '--descriptions', 'full').stdout).toContain('## JSON Schema');
  });

  test('help names --app and every option, of the command and of an app that is served by its own module', () => {
    expect(toolwright('lint', '--help').stdout).toMatch(/Serve options:\n +--app FILE/);
    for (const option of ['--app VALUE', '--http-tokens VALUE', '--config FILE'])
      expect(toolwright('serve', '--help').stdout).toContain(option);
    folderWith({ 'own.cjs': `require('toolwright').serveStdio(require('./dist/src/app.js'));\n` }, folder);
    const { status, stdout, stderr } = run(join(folder, 'own.cjs'), folder, ['--help']);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/^notes 1\.0\.0: an MCP server\. Its options:\n[^]*--root VALUE/);
  });

  test('a misspelt environment variable is named with the right one', () => {
    const { status, stdout, stderr } = run(command, folder, ['tools'], { TOOLWRIGHT_PREFX: 'x' });
    expect([status, stdout]).toEqual([0, LIST]);
    expect(stderr).toMatch(/WARNING.*TOOLWRIGHT_PREFX is no setting.*did you mean TOOLWRIGHT_PREFIX\?/i);
    expect(run(command, folder, ['doctor'], { TOOLWRIGHT_PREFX: 'x' }).stdout).toMatch(
      /• environment .*PREFX/,
    );
    const served = run(command, folder, ['serve', '--app', 'dist/src/app.js'], { TOOLWRIGHT_PREFX: 'x' });
    expect([served.status, served.stderr.includes('did you mean TOOLWRIGHT_PREFIX?')]).toEqual([0, true]);
  });

  test('its contract is written and kept; without one verify says what it checked and what it did not', () => {
    const without = toolwright('verify');
    expect(without).toMatchObject({
      status: 2,
      stdout: '2 tools, 0 prompts, 0 resources: no mistakes in their classes.\n',
    });
    expect(without.stderr).toMatch(
      /there is no toolwright\.contract\.json, so nothing was compared with a contract; write it with 'toolwright snapshot/,
    );
    const written = toolwright('snapshot');
    expect([written.stdout, written.stderr]).toEqual([expect.stringContaining(': 2 tools,'), IT]);
    expect(toolwright('diff')).toEqual({ status: 0, stdout: 'Nothing changed.\n', stderr: IT });
    expect(JSON.parse(toolwright('diff', '--json').stdout)).toEqual({
      level: 'none',
      stale: [],
      changes: [],
    });
    expect(toolwright('verify', 'other.json').stderr).toBe(
      "toolwright verify: takes options only, got 'other.json'; name a contract with --contract other.json\n",
    );
    expect(toolwright('diff', 'toolwright.contract.json', 'toolwright.contract.json')).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  test('verify does not call classes sound whose sources lack an @Arg, with a default or not', () => {
    const file = join(folder, 'src/args.ts');
    folderWith({ 'src/args.ts': 'class NoteArgs extends ToolArguments {\n  limit = 3;\n}\n' }, folder);
    expect(toolwright('verify').stdout).toMatch(
      /: something is forgotten in their sources\.\n {2}src\/args\.ts:2 NoteArgs\.limit has no @Arg, so nobody can set it\. /,
    );
    rmSync(file);
  });

  test('config says that the app was found, not named', () => {
    expect(toolwright('config').stdout).toContain('app: "dist/src/app.js"  # found in this directory\n');
    expect(toolwright('config', '--app', 'dist/src/app.js').stdout).toContain('# option --app\n');
  });

  test('lint, cost and docs speak of it; a list of rules needs no app', () => {
    expect(toolwright('lint', '--json').stderr).toBe(IT);
    expect(toolwright('cost').stdout).toContain('add_note');
    expect(toolwright('docs', '--markdown').stdout).toContain('Add a note.');
    expect(toolwright('lint', '--rules')).toMatchObject({ status: 0, stderr: '' });
  });

  test('a client is connected to it, from anywhere and from the project', () => {
    const entry = (...more: string[]) =>
      JSON.parse(toolwright('connect', 'cursor', '--json', ...more).stdout) as object;
    expect(entry()).toMatchObject({ name: 'notes' });
    expect(JSON.stringify(entry())).toContain(
      JSON.stringify(['--app', join(folder, 'dist/src/app.js')]).slice(1, -1),
    );
    expect(JSON.stringify(entry('--project'))).toContain('"serve","--app","dist/src/app.js"');
  });

  test('the server that ships is named', () => {
    const { status, stdout, stderr } = toolwright('tools', '--app', 'toolwright');
    expect([status, stderr]).toEqual([0, PREFIXED]);
    expect(stdout).toContain('read_file');
    expect(toolwright('connect', 'cursor', '--app', 'toolwright').stdout).toMatch(/"--app",\s+"toolwright"/);
  });

  test('a package of a workspace is part of the project', () => {
    const member = folderWith(
      { ...FILES, 'package.json': '{ "name": "member" }' },
      join(folder, 'packages/member'),
    );
    expect(toolwrightIn(member, 'lint').status).toBe(2);
    symlinkSync('../packages/member', join(folder, 'node_modules/member'), 'dir');
    expect(toolwrightIn(member, 'tools')).toMatchObject({ stdout: LIST, stderr: IT });
  });
});

const toolwrightIn = (cwd: string, ...args: string[]) => run(command, cwd, args);

describe('an app whose build is older than its sources', () => {
  const BUILD = 'build: src/app.ts is newer than the build dist/src/app.js. Run npx tsc.\n';
  // Later than any file this suite writes, however long it takes.
  const later = Date.now() / 1000 + 86_400;
  beforeAll(() => utimesSync(join(folder, 'src/app.ts'), later, later));
  afterAll(() => void folderWith(FILES, folder));

  test.each([
    [['tools']],
    [['describe', 'add_note']],
    [['call', 'add_note', '--name', 'milk']],
    [['cost']],
    [['lint']],
    [['snapshot', '--out', 'stale.json']],
    [['diff', 'stale.json']],
    [['docs', '--markdown']],
    [['config']],
    [['policy', 'explain', 'add_note', '{"name":"milk"}']],
    [['pack', 'docker', '--out', 'packed']],
  ])('%j says so in one line, after which app it is', (args) => {
    const { status, stderr } = toolwright(...args);
    expect(stderr).toMatch(new RegExp(`^${IT}${BUILD}`));
    expect([0, 1]).toContain(status);
    rmSync(join(folder, 'packed'), { recursive: true, force: true });
  });

  test.each([
    [['call', 'add_task'], "there is no tool 'add_task'"],
    [['call', 'add_note', '--titel', 'milk'], '--titel: the tool has no such argument'],
    [['prompt', 'plan'], "there is no prompt 'plan'"],
    [['read', 'note://milk'], "there is no resource 'note://milk'"],
    [['eval', 'tasks.yaml'], 'add_task'],
    [['tools', '--config', 'other.yaml'], 'notes_per_page'],
  ])('%j names what the build lacks after the line about its age', (args, lack) => {
    folderWith(
      {
        'tasks.yaml': 'tasks: [{ ask: "Add a task", expect: add_task }]\n',
        'other.yaml': 'notes_per_page: 3\n',
      },
      folder,
    );
    const { status, stdout, stderr } = toolwright(...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(new RegExp(`^${IT}${BUILD}toolwright ${args[0]}: `));
    expect(stderr).toContain(lack);
  });

  test('so does one that is named, and a wrong command line is still answered in one line', () => {
    expect(toolwright('tools', '--app', 'dist/src/app.js').stderr).toBe(BUILD);
    for (const wrong of [
      ['tools', '--nonsense'],
      ['call', '--json'],
      ['describe', 'a', 'b'],
      ['diff', 'none.json'],
      ['connect', 'cursor', '--nonsense'],
    ])
      expect(toolwright(...wrong).stderr).toMatch(/^toolwright [^\n]+\n$/);
    expect(toolwright('tools', '--app', 'toolwright').stderr).toBe(PREFIXED);
    expect(toolwright('tools', '--server', SERVED).stderr).not.toContain('build:');
    expect(toolwright('complete', '--', 'call', 'a').stderr).toBe('');
  });

  test('verify and doctor count it as something to put right', () => {
    const { status, stdout, stderr } = toolwright('verify', '--contract', 'stale.json');
    expect([status, stderr]).toEqual([1, IT + BUILD]);
    expect(stdout).toMatch(/keeps its contract[^]*a build that is older than its sources\.\n$/);
    const report = toolwright('verify', '--contract', 'stale.json', '--json');
    expect(JSON.parse(report.stdout)).toMatchObject({ drift: false, stale: ['src/app.ts'] });
    const doctor = toolwright('doctor');
    expect(doctor.status).toBe(1);
    expect(doctor.stdout).toMatch(/✗ build +src\/app\.ts is newer than[^]*→ Run npx tsc\./);
  });

  test('diff says that an unchanged old build proves nothing, and exits with 1', () => {
    const { status, stdout, stderr } = toolwright('diff', 'stale.json');
    expect([status, stderr]).toEqual([1, IT + BUILD]);
    expect(stdout).toBe('Nothing changed.\nAll this is about a build that is older than its sources.\n');
    const report = toolwright('diff', 'stale.json', '--json', '--allow', 'major');
    expect(report.status).toBe(1);
    expect(JSON.parse(report.stdout)).toEqual({ level: 'none', stale: ['src/app.ts'], changes: [] });
    // Two files are what they are.
    expect(toolwright('diff', 'stale.json', 'stale.json')).toMatchObject({
      status: 0,
      stdout: 'Nothing changed.\n',
    });
  });

  test('a server says so in its log, and serves', async () => {
    const server = spawn(process.execPath, [command, 'serve', '--app', 'dist/src/app.js'], { cwd: folder });
    const logged = new Promise<string>((resolve) => {
      let text = '';
      server.stderr.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        if (text.includes('\n')) resolve(text);
      });
    });
    expect(await logged).toMatch(/WARNING.*src\/app\.ts is newer than the build dist\/src\/app\.js/i);
    const ended = once(server, 'exit');
    server.stdin.end();
    expect(await ended).toEqual([0, null]);
  });

  test('an app that no longer loads is explained by it', () => {
    folderWith({ 'dist/src/app.js': `require('./gone.js');\n` }, folder);
    utimesSync(join(folder, 'src/app.ts'), later, later);
    for (const args of [['tools'], ['diff', 'stale.json'], ['connect', 'cursor']]) {
      const { status, stderr } = toolwright(...args);
      expect(status).toBe(2);
      expect(stderr).toMatch(new RegExp(`^${IT}${BUILD}.*gone\\.js`, 's'));
    }
  });
});

describe('an app that is not compiled', () => {
  const fresh = folderWith({ ...FILES, 'dist/src/app.js': '' });
  rmSync(join(fresh, 'dist'), { recursive: true });

  test('is not replaced by another one', () => {
    const { status, stdout, stderr } = run(COMMAND, fresh, ['verify']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      "src/app.ts looks like the app of this directory, but it isn't compiled (to dist/src/app.js",
    );
    expect(stderr).toContain('--app toolwright');
  });

  test('is a finding of doctor, beside the others', () => {
    const { status, stdout } = run(COMMAND, fresh, ['doctor']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/✓ Node[^]*✗ app +src\/app\.ts looks like/);
  });
});

describe('a command from elsewhere', () => {
  let checkout: string;
  beforeEach(() => {
    checkout = folderWith(FILES);
    // What a checkout can bring along: its author knows where the package usually is.
    mkdirSync(join(checkout, 'node_modules'));
    symlinkSync(join(__dirname, '../..'), join(checkout, 'node_modules/toolwright'), 'dir');
  });
  afterEach(() => {
    expect(existsSync(join(checkout, 'app-ran'))).toBe(false);
  });

  test.each([
    [['lint']],
    [['snapshot']],
    [['verify']],
    [['cost']],
    [['connect', 'cursor']],
    [['pack', 'docker']],
  ])('%j runs nothing that was only found, and judges no other server', (args) => {
    const { status, stdout, stderr } = run(COMMAND, checkout, args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'it was only found, and this command was not installed here. Name it with --app dist/src/app.js',
    );
  });

  test('tools and call go on with the server that ships, and say so', () => {
    const { status, stdout, stderr } = run(COMMAND, checkout, ['tools']);
    expect([status, stdout.includes('read_file')]).toEqual([0, true]);
    expect(stderr).toMatch(
      /^app: the shipped server\. dist\/src\/app\.js .* Name it with --app dist\/src\/app\.js/,
    );
  });
});

test('where there is no app, every command says that it takes the server that ships, and how to name an app', () => {
  const empty = temporaryDirectory('tw-empty');
  const shipped = 'app: the shipped server, since no app was found here; name yours with --app FILE\n';
  const { status, stderr } = run(COMMAND, empty, ['lint']);
  expect([status, stderr]).toEqual([0, shipped]);
  expect(run(COMMAND, empty, ['tools']).stderr).toBe(shipped + PREFIXED);
  expect(run(COMMAND, empty, ['tools', '--app', 'toolwright']).stderr).toBe(PREFIXED);
  const json = run(COMMAND, empty, ['describe', 'read_file', '--json']);
  expect(json.stderr).toBe(shipped);
  expect(JSON.parse(json.stdout)).toMatchObject({ name: 'read_file' });
  expect(run(COMMAND, empty, ['call', 'add_note']).stderr).toContain('name your own with --app FILE');
});

test("the README's server.ts is found beside what the compiler writes, and a module of another kind is none", () => {
  const other = folderWith({ ...FILES, 'src/app.ts': `import express from 'express';\n` });
  expect(run(COMMAND, other, ['lint']).stderr).toContain('no app was found here');
  const readme = folderWith({ 'server.ts': SOURCE, 'server.js': COMPILED });
  expect(run(COMMAND, readme, ['lint']).stderr).toContain('--app server.js');
});
