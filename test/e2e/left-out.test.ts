import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const REPOSITORY = join(__dirname, '..', '..');
const home = temporaryDirectory('tw-left-out-home');
const ENV = { PATH: process.env['PATH'], HOME: home };

// An app that needs a setting, and nothing else.
const APP = `
  const { Arg, defineApp, defineTool, serveStdio } = require('toolwright');
  class Settings {}
  Arg({ description: 'Dir', type: 'string' })(Settings.prototype, 'dir');
  Arg({ description: 'Depth', type: 'number', optional: true })(Settings.prototype, 'depth');
  const u = defineTool({ name: 'u', description: 'Use it.', inputSchema: { type: 'object', properties: {} }, run: () => 'ok' });
  exports.app = defineApp({ name: 'my-app', settings: Settings, tools: [u] });
  void serveStdio(exports.app);
`;

let project: string;
beforeEach(() => {
  project = temporaryDirectory('tw-left-out');
  mkdirSync(join(project, 'node_modules'));
  symlinkSync(REPOSITORY, join(project, 'node_modules/toolwright'), 'dir');
  mkdirSync(join(project, 'out'));
  put('package.json', '{ "name": "my-app" }');
  put('out/app.js', APP);
  put('toolwright.yaml', 'settings:\n  dir: /srv\n');
});

const put = (name: string, text: string): void => writeFileSync(join(project, name), text);

function node(words: readonly string[], { cwd = project, env = {} } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd,
    env: { ...ENV, ...env },
    encoding: 'utf8',
    input: '',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

const toolwright = (line: string, at = {}) => node([COMMAND, ...line.split(' ')], at);

const SETS_IT =
  /default: settings\.dir is required and not set\. toolwright\.yaml:2:8 sets it, but was only found and is not trusted\./;
const cures = () => [`run 'toolwright trust ${project}'`, 'with --config toolwright.yaml'];

describe('a required setting that an untrusted file sets is missing, and the message says why', () => {
  test.each([
    'call u',
    'call u --json',
    'call u --help',
    'tools --json',
    'describe u --json',
    'prompt --json',
    'read --json',
    'config',
    'config --json',
    'connect cursor --json',
    'docs',
    'cost --json',
    'lint --json',
    'snapshot --out contract.json',
    'verify --json',
    'policy explain u {}',
    'serve',
    'worker --operations redis://127.0.0.1:1',
  ])('toolwright %s', (line) => {
    const { status, stdout, stderr } = toolwright(`${line} --app out/app.js`);
    expect(stderr).toMatch(SETS_IT);
    for (const cure of cures()) expect(stderr).toContain(cure);
    expect([status, stdout]).toEqual([2, '']);
  });

  test('toolwright doctor, as a finding', () => {
    const { status, stdout } = toolwright('doctor --json --app out/app.js');
    expect(status).toBe(1);
    const found = (JSON.parse(stdout) as { topic: string; text: string }[]).find(
      ({ topic }) => topic === 'app',
    );
    expect(found?.text).toMatch(SETS_IT);
    for (const cure of cures()) expect(found?.text).toContain(cure);
  });

  test('a server that is started by its own script', () => {
    const { status, stdout, stderr } = node(['out/app.js']);
    expect(stderr).toMatch(SETS_IT);
    for (const cure of cures()) expect(stderr).toContain(cure);
    expect([status, stdout]).toEqual([2, '']);
  });

  test('toolwright dev', async () => {
    const dev = spawn(process.execPath, [COMMAND, 'dev', '--app', 'out/app.js'], { cwd: project, env: ENV });
    let log = '';
    dev.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    while (!log.includes('required and not set') && dev.exitCode === null) await sleep(20);
    while (!log.includes('--config toolwright.yaml') && dev.exitCode === null) await sleep(20);
    dev.kill();
    expect(log).toMatch(SETS_IT);
    for (const cure of cures()) expect(log).toContain(cure);
  });

  test('and with its cure, all is well', () => {
    expect(toolwright('call u --app out/app.js --config toolwright.yaml').stdout).toBe('ok\n');
    toolwright('trust');
    expect(toolwright('call u --app out/app.js').stdout).toBe('ok\n');
  });
});

describe('of what is left out', () => {
  test('nothing else is believed: what it sets is not used, and what it says wrongly is not said', () => {
    put('toolwright.yaml', 'settings:\n  dir: 5\nlog: { level: loud }\n');
    const { stderr } = toolwright('call u --app out/app.js');
    expect(stderr).toMatch(SETS_IT);
    expect(stderr).not.toMatch(/loud|must be/);
  });

  test.each([
    ['only something else', 'timeout: 5\n'],
    ['the setting without a value', 'settings:\n  dir:\n'],
    ['nothing that can be read', 'settings: [\n'],
  ])('a file that sets %s is named, and not said to set it', (_what, text) => {
    put('toolwright.yaml', text);
    const { stderr } = toolwright('call u --app out/app.js');
    expect(stderr).toMatch(/is required and not set\. Set it in the file, --dir or MY_APP_DIR\./);
    expect(stderr).not.toContain('sets it');
    expect(stderr).toContain('toolwright.yaml (configuration)');
    for (const cure of cures()) expect(stderr).toContain(cure);
  });

  test('definitions, modules and prompts are named too, whoever named the configuration', () => {
    rmSync(join(project, 'toolwright.yaml'));
    mkdirSync(join(project, 'tools'));
    put('tools/x.json', JSON.stringify({ name: 'x', description: 'X.', command: 'true' }));
    const { stderr } = toolwright('call u --app out/app.js');
    expect(stderr).toContain('tools/x.json (definition)');
    expect(stderr).toContain(`run 'toolwright trust ${project}', or name it with an option`);
  });

  test('a file whose name would steer the terminal is named without that', () => {
    mkdirSync(join(project, 'tools'));
    put('tools/a\u001b[2J.json', JSON.stringify({ name: 'x', description: 'X.', command: 'true' }));
    const { stderr } = toolwright('call u --app out/app.js');
    expect(stderr).toContain('[2J.json (definition)');
    expect(stderr).not.toContain('\u001b');
  });

  test('is said of a wrong value elsewhere too', () => {
    const env = { TOOLWRIGHT_TIMEOUT: 'soon', MY_APP_DIR: '/srv' };
    const { stderr } = toolwright('call u --app out/app.js', { env });
    expect(stderr).toContain('TOOLWRIGHT_TIMEOUT');
    expect(stderr).toContain('toolwright.yaml (configuration)');
  });

  test('is said by each command that refuses something else for want of it', () => {
    const env = { MY_APP_DIR: '/srv' };
    put('toolwright.yaml', 'operations: redis://127.0.0.1:1\naudit: log\nhttp:\n  tokens: tokens.txt\n');
    for (const [line, said] of [
      ['worker --app out/app.js', /no Redis to take operations from[^]*toolwright\.yaml:1:13 sets it/],
      ['audit show --app out/app.js', /audit\.dir is not set[^]*toolwright\.yaml:2:8 sets it/],
      ['serve --http 0.0.0.0:0 --app out/app.js', /without authentication\. /],
      ['config --http 0.0.0.0:0 --app out/app.js', /without authentication\. /],
    ] as const) {
      const { status, stderr } = toolwright(line, { env });
      expect(stderr).toMatch(said);
      for (const cure of cures()) expect(stderr.slice(stderr.search(said))).toContain(cure);
      expect(status).toBe(2);
    }
  });

  test('is a finding of doctor where the app fails for want of it in its own words', () => {
    const start = `start: ({ settings }) => { if (!settings.depth) throw new Error('no depth'); }, `;
    put('out/app.js', APP.replace("{ name: 'my-app', ", `{ name: 'my-app', ${start}`));
    const { stdout } = toolwright('doctor --json --app out/app.js', { env: { MY_APP_DIR: '/srv' } });
    const found = JSON.parse(stdout) as { topic: string; text: string }[];
    expect(found.find(({ topic }) => topic === 'app')?.text).toContain('no depth');
    expect(found.find(({ topic }) => topic === 'trust')?.text).toContain('toolwright.yaml (configuration)');
  });

  test.each(['call x', 'describe x', 'policy explain x {}', 'prompt x', 'read x:y'])(
    'is said beside the refusal of what would come from it: toolwright %s',
    (line) => {
      mkdirSync(join(project, 'tools'));
      put('tools/x.json', JSON.stringify({ name: 'x', description: 'X.', command: 'true' }));
      const { status, stdout, stderr } = toolwright(`${line} --app out/app.js`, {
        env: { MY_APP_DIR: '/srv' },
      });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('toolwright.yaml (configuration), tools/x.json (definition)');
      expect(stderr).toContain(`run 'toolwright trust ${project}'`);
    },
  );

  test('init says so, since it goes on with the defaults', () => {
    const env = { XDG_CONFIG_HOME: join(home, 'config') };
    put('toolwright.yaml', 'docroot: docs\n');
    const { status, stdout, stderr } = toolwright('init --project .', { env });
    expect([status, stderr]).toEqual([0, expect.stringContaining('toolwright.yaml (configuration)')]);
    expect(stdout).not.toContain(join(project, 'docs'));
  });

  test('nothing is said where all of it counts', () => {
    put('toolwright.yaml', 'timeout: 5\n');
    toolwright('trust');
    const { stderr } = toolwright('call u --app out/app.js');
    expect(stderr).toContain('is required and not set. Set it in the file');
    expect(stderr).not.toContain('trust');
  });
});

describe('a server that is started in another directory than that of its project', () => {
  test.each([
    ['by its script', []],
    ['by the command', [COMMAND, 'serve', '--app']],
    ['for one call', [COMMAND, 'call', 'u', '--app']],
  ])('says that the file there is not in force where a setting is missing: %s', (_how, words) => {
    const elsewhere = temporaryDirectory('tw-elsewhere');
    const { status, stderr } = node([...words, join(project, 'out/app.js')], { cwd: elsewhere });
    expect(status).toBe(2);
    expect(stderr).toContain('is required and not set');
    expect(stderr).toContain(`${join(project, 'toolwright.yaml')} is not in force`);
  });
});
