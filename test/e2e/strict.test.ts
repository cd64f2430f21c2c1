import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const LIBRARY = join(__dirname, '..', '..', 'dist', 'index.js');

// A module in plain JavaScript: two faulty classes and a doubled name.
const FAULTY = `
  const { Arg, defineApp, serveStdio, Tool, ToolArguments } = require(${JSON.stringify(LIBRARY)});
  class Broken extends ToolArguments {}
  Arg({ description: '', type: 'string' })(Broken.prototype, 'no');
  class Lost { constructor(needed) {} run() {} }
  Tool({ args: Broken, description: 'Lost.' })(Lost);
  class Twin { run() { return 'twin'; } }
  Tool({ description: 'Twin.' })(Twin);
  const tools = process.env.TWINS ? [Lost, Twin, Twin] : [Lost, Twin];
  serveStdio(defineApp({ name: 'faulty', tools }), TERMINAL);
`;

const EMPTY_CONTRACT = JSON.stringify({
  toolwright_contract: 1,
  server: { name: 'faulty', version: '0.0.0' },
  prompts: [],
  resources: [],
  templates: [],
  tools: [],
});

const HELLO = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  },
  { id: 2, method: 'tools/list' },
];

function serve(
  code: string,
  options: { args?: string[]; env?: object; terminal?: boolean } = {},
): SpawnSyncReturns<string> {
  // With `-e` there is no path of a script, which options would follow.
  const script = code.replace('TERMINAL', options.terminal ? '{ terminal: true }' : '{}');
  return spawnSync(process.execPath, ['-e', script, '--', 'app', ...(options.args ?? [])], {
    input: HELLO.map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n').join(''),
    encoding: 'utf8',
    env: { ...process.env, ...options.env },
    timeout: 30_000,
  });
}

describe('serving an app with mistakes', () => {
  test.each<[string, { args?: string[]; env?: object; terminal?: boolean }]>([
    ['--strict', { args: ['--strict'], env: { TWINS: '1' } }],
    ['TOOLWRIGHT_STRICT', { env: { TOOLWRIGHT_STRICT: 'true', TWINS: '1' } }],
    ['a terminal', { terminal: true, env: { TWINS: '1' } }],
  ])('with %s it ends with all of them and serves nothing', (_how, options) => {
    const { status, stderr, stdout } = serve(FAULTY, options);
    expect(stderr.split('\n- ').length).toBe(4);
    expect(stderr).toContain('faulty: 3 problems:');
    expect(stderr).toContain('Broken.no: has no description.');
    expect(stderr).toContain('Lost: has constructor parameters without recorded types (needed):');
    expect(stderr).toContain('class Twin: is in the list twice.');
    expect(stdout).toBe('');
    expect(status).toBe(2);
  });

  test('for a client it serves what is sound, and logs the rest', () => {
    const { status, stderr, stdout } = serve(FAULTY);
    expect(status).toBe(0);
    expect(stdout).toContain('"name":"twin"');
    expect(stderr).toMatch(/Tool lost is not listed: Broken\.no/);
  });
});

describe('an app whose settings have a mistake', () => {
  const APP = `
    const { Arg, defineApp } = require(${JSON.stringify(LIBRARY)});
    class Settings { constructor() { this.port = 25; this.copies = []; } }
    Arg({ description: 'A port', type: 'number', maximum: 10 })(Settings.prototype, 'port');
    Arg({ description: 'Who gets a copy', type: 'array' })(Settings.prototype, 'copies');
    module.exports = defineApp({ name: 'faulty', packs: ['utility'], settings: Settings });
  `;

  test.each([
    ['serve --strict', ['serve', '--strict'], 2],
    ['verify', ['verify'], 2],
    ['doctor', ['doctor'], 1],
  ] as const)('%s names all of them', (_, args, code) => {
    const cwd = temporaryDirectory('tw-strict');
    writeFileSync(join(cwd, 'app.cjs'), APP);
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args, '--app', 'app.cjs'], {
      cwd,
      input: '',
      encoding: 'utf8',
      timeout: 30_000,
    });
    const said = stdout + stderr;
    expect(said).toContain('Settings.port: has the default 25, which must be at most 10');
    expect(said).toMatch(/Settings\.copies/);
    expect(status).toBe(code);
  });
});

describe('a server with nothing to serve', () => {
  const EMPTY = `
    const { defineApp, serveStdio } = require(${JSON.stringify(LIBRARY)});
    serveStdio(defineApp({ name: 'hollow' }), TERMINAL);
  `;

  test('says so to a client', () => {
    const { status, stderr } = serve(EMPTY);
    expect(stderr).toContain(
      'hollow: serves nothing: it has no tools. Pass `tools` or `packs` to defineApp.',
    );
    expect(status).toBe(0);
  });

  test('does not start with --strict', () => {
    const { status, stderr } = serve(EMPTY, { args: ['--strict'] });
    expect(stderr).toContain('hollow: serves nothing');
    expect(status).toBe(2);
  });
});

test('the shipped server passes its own verification with everything on', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'serve', '--strict', '--example-tools', '--log-level', 'error'],
    {
      input: '',
      encoding: 'utf8',
      env: { ...process.env, ANTHROPIC_API_KEY: 'sk-test', BRAVE_API_KEY: 'test' },
      timeout: 60_000,
    },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test.each(['snapshot', 'diff'])('%s says nothing of an app that a mistake keeps tools from', (command) => {
  const cwd = temporaryDirectory('toolwright-strict');
  writeFileSync(join(cwd, 'toolwright.contract.json'), EMPTY_CONTRACT);
  writeFileSync(
    join(cwd, 'app.cjs'),
    FAULTY.replace('serveStdio(', 'module.exports = (').replace(', TERMINAL)', ')'),
  );
  const { status, stderr, stdout } = spawnSync(process.execPath, [COMMAND, command, '--app', 'app.cjs'], {
    cwd,
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(stderr).toMatch(/Broken\.no: has no description[^]*keep tools out of the list/);
  expect(status).toBe(2);
  expect(readFileSync(join(cwd, 'toolwright.contract.json'), 'utf8')).toBe(EMPTY_CONTRACT);
});
