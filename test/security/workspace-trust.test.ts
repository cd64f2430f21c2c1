import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// A checkout with every kind of file that could steer a server; each leaves a canary if it is used.
const HOSTILE = join(__dirname, '../fixtures/hostile-repository');
const SEEN = /evil|EVIL/;

const home = temporaryDirectory('tw-home');
let checkout: string;
beforeEach(() => {
  checkout = temporaryDirectory('tw-checkout');
  cpSync(HOSTILE, checkout, { recursive: true });
  mkdirSync(join(checkout, 'node_modules'));
  symlinkSync(join(__dirname, '../..'), join(checkout, 'node_modules/toolwright'), 'dir');
});

const REQUESTS = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'prompts/list' },
  { id: 4, method: 'resources/list' },
];

interface Started {
  cwd?: string;
  env?: Record<string, string>;
  /** When it is killed, in milliseconds. */
  timeout?: number;
}

function toolwright(args: string[], { cwd = checkout, env = {}, timeout }: Started = {}) {
  const input = REQUESTS.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd,
    input,
    encoding: 'utf8',
    timeout,
    env: { PATH: process.env['PATH'], HOME: home, ...env },
  });
  return { status, stdout, stderr };
}

const canaries = () => ['checked', 'imported', 'app-ran'].filter((name) => existsSync(join(checkout, name)));
const remove = (name: string) => writeFileSync(join(checkout, name), '');
const put = (name: string, text: string) => writeFileSync(join(checkout, name), text);

describe('a server started in a foreign checkout', () => {
  test('uses and runs nothing of it, serves what it always serves, and says what it left out', () => {
    const { status, stdout, stderr } = toolwright(['serve']);
    expect(canaries()).toEqual([]);
    expect(status).toBe(0);
    expect(stdout).not.toMatch(SEEN);
    expect(stdout).toContain('"guide_read_file"');
    for (const left of [
      'toolwright.yaml (configuration)',
      'tools/evil.json (definition)',
      '.toolwright/tools/evil_too.json (definition)',
      'tool_guidance.json (guidance)',
      `toolwright trust ${checkout}`,
    ])
      expect(stderr).toContain(left);
    expect(stderr).not.toContain('data.json');
  });

  test('finds no definition named by a named file that only sets something else of definitions', () => {
    const named = join(home, 'named.yaml');
    writeFileSync(named, 'definitions: { strict: false }\n');
    const { stdout, stderr } = toolwright(['serve', '--config', named]);
    expect(canaries()).toEqual([]);
    expect(stdout).not.toMatch(SEEN);
    expect(stderr).toContain('tools/evil.json (definition)');
  });

  test.each([[['tools']], [['cost']], [['config']], [['policy', 'explain', 'read_file', '{"path": "x"}']]])(
    'so does `toolwright %j`',
    (args) => {
      const { stdout } = toolwright(args);
      expect(canaries()).toEqual([]);
      expect(stdout).not.toMatch(SEEN);
    },
  );

  test.each([[['doctor']], [['lint']], [['lint', '--app', 'toolwright']], [['tools']]])(
    '`toolwright %j` runs no package that it brings along',
    (args) => {
      remove('toolwright.yaml');
      const canary = `require('node:fs').writeFileSync(${JSON.stringify(join(checkout, 'imported'))}, '');\n`;
      for (const name of ['typescript', 'ioredis', 'bullmq', '@opentelemetry/api', 'esbuild']) {
        mkdirSync(join(checkout, 'node_modules', name), { recursive: true });
        put(`node_modules/${name}/index.js`, canary);
      }
      // A name that is also the one of the server that ships.
      put('toolwright', canary);
      mkdirSync(join(checkout, 'src'));
      put('src/app.ts', `import { defineApp } from 'toolwright';\n`);
      toolwright(args);
      expect(canaries()).toEqual([]);
    },
  );

  test.each([['app.ts'], ['package.json'], ['tsconfig.json']])(
    'a %s that leads to a device without end is passed over',
    (name) => {
      if (name === 'tsconfig.json') put('app.ts', `import { defineApp } from 'toolwright';\n`);
      symlinkSync('/dev/zero', join(checkout, name));
      remove('toolwright.yaml');
      const { stdout, stderr } = toolwright(['tools'], { timeout: 10_000 });
      // What looks like an app is not replaced by the server that ships.
      if (name === 'tsconfig.json') expect(stderr).toContain("isn't compiled");
      else expect(stdout).toContain('read_file');
    },
  );

  test('an app that such a file names is refused rather than replaced by another one', () => {
    put('toolwright.yaml', 'app: app.cjs\n');
    const { status, stdout, stderr } = toolwright(['serve']);
    expect([status, stdout, canaries()]).toEqual([2, '', []]);
    expect(stderr).toContain(`run 'toolwright trust ${checkout}'`);
  });

  test('home unset: the checkout brings no state of the user either', () => {
    mkdirSync(join(checkout, '.config/toolwright'), { recursive: true });
    put('.config/toolwright/config.yaml', 'feature_flags: { evil: true }\n');
    const { stdout } = toolwright(['call', 'list_feature_flags'], { env: { HOME: '' } });
    expect(stdout).not.toMatch(SEEN);
  });
});

describe('toolwright trust', () => {
  test('--show lists what a directory brings, runs nothing of it and trusts nothing', () => {
    const { status, stdout } = toolwright(['trust', '--show']);
    expect(status).toBe(0);
    expect(stdout).toContain('tools/evil.json (definition): not trusted');
    expect(stdout).toContain('prompts.yaml (prompts): not trusted');
    expect(stdout).toContain('module.cjs (module): not trusted');
    expect(canaries()).toEqual([]);
    expect(toolwright(['trust', '--list']).stdout).not.toContain(checkout);
  });

  test('makes all of it count as it is now; a change or a new file is left out until it is trusted again', () => {
    expect(toolwright(['trust', checkout], { cwd: '/' }).stdout).toContain('trusted now');
    expect(toolwright(['trust', '--list']).stdout).toContain(checkout);
    const all = toolwright(['serve']);
    expect(canaries()).toEqual(['checked', 'imported']);
    expect(all.stdout).toMatch(/"evil"[^]*"name":"evil_module"|"evil_module"[^]*"evil"/);
    expect(all.stderr).not.toContain('Left out');

    put(
      'tools/evil.json',
      readFileSync(join(checkout, 'tools/evil.json'), 'utf8').replace('Evil', 'More evil'),
    );
    put('tools/newcomer.json', JSON.stringify({ name: 'newcomer', description: 'N.', command: 'true' }));
    put('module.cjs', `${readFileSync(join(checkout, 'module.cjs'), 'utf8')}\n`);
    const changed = toolwright(['serve']);
    expect(changed.stderr).toContain('tools/evil.json (definition, changed since it was trusted)');
    expect(changed.stderr).toContain('tools/newcomer.json (definition)');
    expect(changed.stderr).toContain('module.cjs (module, changed since it was trusted)');
    expect(changed.stdout).not.toMatch(/"newcomer"|"evil"|evil_module/);
    expect(changed.stdout).toContain('evil_too');

    toolwright(['trust']);
    expect(toolwright(['serve']).stdout).toContain('"newcomer"');
  });

  test('an app that is not built yet is said to be missing, not to be untrusted', () => {
    put('toolwright.yaml', 'app: dist/app.cjs\n');
    toolwright(['trust']);
    const { status, stderr } = toolwright(['serve']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/app names [^\n]*dist\/app\.cjs, which can't be read[^]*Build it/);
  });

  test('a configuration that changed since it was trusted stops the server: the defaults may be weaker', () => {
    put('toolwright.yaml', 'read_only: true\n');
    toolwright(['trust']);
    expect(toolwright(['serve']).status).toBe(0);
    put('toolwright.yaml', 'read_only: false\n');
    const { status, stdout, stderr } = toolwright(['serve']);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /toolwright\.yaml: the file has changed since it was trusted\. .*toolwright trust/,
    );
  });

  test('untrust takes it back', () => {
    toolwright(['trust']);
    expect(toolwright(['untrust']).status).toBe(0);
    expect(toolwright(['untrust']).status).toBe(1);
    expect(toolwright(['serve']).stdout).not.toMatch(SEEN);
    expect(canaries()).toEqual([]);
  });

  test('trust in one directory says nothing about another with the same files', () => {
    toolwright(['trust']);
    const other = temporaryDirectory('tw-other');
    cpSync(HOSTILE, other, { recursive: true });
    expect(toolwright(['serve'], { cwd: other }).stdout).not.toMatch(SEEN);
  });

  test('a store that cannot be read trusts nothing, and is not overwritten', () => {
    const state = temporaryDirectory('tw-state');
    mkdirSync(join(state, 'toolwright'));
    const file = join(state, 'toolwright/trust.json');
    writeFileSync(file, '{"version": 1, "directories": {');
    const env = { XDG_STATE_HOME: state };
    expect(toolwright(['serve'], { env }).stdout).not.toMatch(SEEN);
    expect(toolwright(['trust'], { env }).status).not.toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('{"version": 1, "directories": {');
  });
});

describe('naming is trusting', () => {
  test.each([
    ['--config', ['--config', 'toolwright.yaml'], 'evil_module'],
    ['--tools-dir', ['--tools-dir', 'tools'], '"guide_evil"'],
    ['--module', ['--module', 'module.cjs'], 'evil_module'],
    ['--prompts', ['--prompts', 'prompts.yaml'], 'EVIL'],
  ])('%s', (_option, args, sign) => {
    expect(toolwright(['serve', ...args]).stdout).toContain(sign);
  });

  test('of one thing trusts nothing else', () => {
    put('other.yaml', 'timeout: 5\n');
    const { stdout } = toolwright(['serve', '--config', 'other.yaml']);
    expect(stdout).not.toMatch(SEEN);
    remove('toolwright.yaml');
    expect(toolwright(['serve', '--tools-dir', '.toolwright/tools']).stdout).not.toContain('"guide_evil"');
  });
});
