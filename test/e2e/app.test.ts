import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const root = join(__dirname, '..', '..');

let folder: string;
beforeAll(() => {
  folder = temporaryDirectory('tw-project');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'toolwright'), 'dir');
});

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

const toolwright = (args: string[], env: Record<string, string> = {}, input = '') => {
  const { PATH = '' } = process.env;
  const home = { HOME: folder, PATH, ...env };
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: home,
    input,
  });
  return { status, stdout, stderr };
};

const HELLO = `defineTool({ name: 'hello', description: 'Say hello.', run: () => 'Hello from an app' })`;

const HANDSHAKE = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  },
  { method: 'notifications/initialized' },
];
const lines = (messages: object[]): string =>
  messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

describe('every command takes an app', () => {
  beforeAll(() => {
    write(
      'app.cjs',
      `const { defineApp, defineTool } = require('toolwright');
       module.exports = defineApp({ name: 'cjs', version: '2.0.0', tools: [${HELLO}], packs: ['utility'] });`,
    );
    write(
      'app.mjs',
      `import { defineApp, defineTool } from 'toolwright';
       await Promise.resolve();
       export default defineApp({ name: 'esm', tools: [${HELLO}] });`,
    );
    write('none.cjs', 'module.exports = { app: 1 };');
  });

  test.each(['app.cjs', 'app.mjs'])('%s is listed and called', (app) => {
    expect(toolwright(['tools', '--app', app])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^hello +Say hello\./),
    });
    expect(toolwright(['call', 'hello', '--app', app])).toMatchObject({
      status: 0,
      stdout: 'Hello from an app\n',
    });
  });

  test('cost, config and policy speak of it', () => {
    expect(toolwright(['cost', '--app=app.cjs']).stdout).toMatch(/^hello +\d+ +\d+$/m);
    expect(toolwright(['config', '--app', 'app.cjs']).stdout).toMatch(
      /^packs: \["utility"\] {2}# default of \S+$/m,
    );
    expect(toolwright(['policy', 'explain', 'hello', '{}', '--app', 'app.cjs']).stdout).toContain('hello: ');
  });

  test('doctor looks at it, and refuses an option that it does not know', () => {
    expect(toolwright(['doctor', '--app', 'app.cjs'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^✓ classes +\d+ tools/m),
    });
    expect(toolwright(['doctor', '--app', 'no-such.cjs'])).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/^✗ app +can't be opened: .*no-such\.cjs/m),
    });
    expect(toolwright(['doctor', '--app', 'app.cjs', '--nope'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--nope: unknown option'),
    });
  });

  test('generate writes the manifest of its classes', () => {
    write(
      'classes.cjs',
      `const { Arg, Tool, ToolArguments, defineApp } = require('toolwright');
       class Args extends ToolArguments {}
       Arg({ description: 'A word', type: 'string' })(Args.prototype, 'word');
       class Shout { run({ word }) { return word; } }
       Tool({ args: Args, description: 'Shout.' })(Shout);
       module.exports = defineApp({ tools: [[Shout], ${HELLO.replace('defineTool', "require('toolwright').defineTool")}] });`,
    );
    expect(toolwright(['generate', '--app', 'classes.cjs', '--out', 'm.json'])).toMatchObject({
      status: 0,
      stderr: '',
    });
    const { tools } = JSON.parse(readFileSync(join(folder, 'm.json'), 'utf8')) as {
      tools: { name: string }[];
    };
    expect(tools.map(({ name }) => name)).toEqual(['shout']);
  });

  test('a wrong one is one line with the cure', () => {
    expect(toolwright(['tools', '--app', 'missing.js'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/^toolwright tools: .*missing\.js: does not exist\. Compile it.*\n$/),
    });
    expect(toolwright(['tools', '--app', 'none.cjs'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(
        /^toolwright tools: .*none\.cjs: exports no app\. Write `export default.*\n$/,
      ),
    });
    // Newer versions of Node take the types of a file away themselves, but not its decorators.
    write('typed.ts', '@((cls) => cls) export class Typed {}');
    expect(toolwright(['tools', '--app', 'typed.ts'])).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/typed\.ts: is TypeScript.*tsx/),
    });
  });
});

describe('code that a file names', () => {
  let elsewhere: string;
  const serve = (...args: string[]) =>
    spawnSync(process.execPath, [COMMAND, 'serve', ...args], {
      cwd: elsewhere,
      encoding: 'utf8',
      env: { HOME: elsewhere, PATH: process.env['PATH'] ?? '' },
      input: lines([...HANDSHAKE, { id: 2, method: 'tools/list' }]),
    });

  beforeEach(() => {
    elsewhere = temporaryDirectory('tw-foreign');
    mkdirSync(join(elsewhere, 'node_modules'));
    symlinkSync(root, join(elsewhere, 'node_modules', 'toolwright'), 'dir');
    writeFileSync(
      join(elsewhere, 'server.cjs'),
      `require('node:fs').writeFileSync(__dirname + '/ran', '');
       const { defineApp, defineTool } = require('toolwright');
       exports.default = defineApp({ name: 'foreign', tools: [${HELLO}] });`,
    );
    writeFileSync(
      join(elsewhere, 'tool.cjs'),
      `require('node:fs').writeFileSync(__dirname + '/ran', '');
       const { Tool } = require('toolwright');
       class Extra { run() { return 'extra'; } }
       Tool({ description: 'An extra tool.' })(Extra);
       exports.Extra = Extra;`,
    );
  });

  test.each([
    ['app', 2, 'app: server.cjs\n', '"name":"hello"'],
    ['modules', 0, 'modules: [./*ool.cjs]\n', '"name":"guide_extra"'],
  ])(
    '%s: is not run by a server in a directory that merely holds the file, and is when it is named',
    (_key, status, yaml, sign) => {
      writeFileSync(join(elsewhere, 'toolwright.yaml'), yaml);
      const found = serve();
      expect(found.status).toBe(status);
      expect(found.stdout).not.toContain(sign);
      expect(found.stderr).toMatch(/only found in the working directory.*toolwright trust/);
      expect(existsSync(join(elsewhere, 'ran'))).toBe(false);
      const named = serve('--config', 'toolwright.yaml');
      expect(named.status).toBe(0);
      expect(named.stdout).toContain(sign);
    },
  );

  test('a module that matches no file is refused with its place', () => {
    const { status, stderr } = serve('--module', 'nothing/*.js');
    expect(status).toBe(2);
    expect(stderr).toMatch(/option --module: modules\[0\] names nothing\/\*\.js, which matches no file/);
  });
});

describe('an author’s server ends like ours', () => {
  beforeAll(() =>
    write(
      'ending.cjs',
      `const { appendFileSync } = require('node:fs');
       const { defineApp, defineTool, serveStdio } = require('toolwright');
       const nap = defineTool({ name: 'nap', description: 'Nap.', run: () => new Promise((wake) => setTimeout(wake, 300, 'rested')) });
       void serveStdio(defineApp({
         tools: nap,
         start: () => void setInterval(() => {}, 1000),
         close: () => appendFileSync('closed', 'x'),
       }));`,
    ),
  );

  const CALL = { id: 2, method: 'tools/call', params: { name: 'nap', arguments: {} } };

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'EOF'] as const)(
    '%s lets a running call be answered, runs the hook and exits with 0',
    async (how) => {
      writeFileSync(join(folder, 'closed'), '');
      const child = spawn(process.execPath, ['ending.cjs'], {
        cwd: folder,
        env: { ...process.env, HOME: folder },
      });
      let out = '';
      child.stdout.on('data', (chunk: Buffer) => {
        const before = out;
        out += chunk.toString();
        if (how !== 'EOF' && !before.includes('"id":3') && out.includes('"id":3')) child.kill(how);
      });
      child.stdin.write(lines([...HANDSHAKE, CALL, { id: 3, method: 'ping' }]));
      if (how === 'EOF') child.stdin.end();
      const code = await new Promise((resolve) => child.once('close', resolve));
      expect(out).toContain('rested');
      expect(code).toBe(0);
      expect(readFileSync(join(folder, 'closed'), 'utf8')).toBe('x');
    },
  );

  test('a wrong option is one line on stderr and exit code 2', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['ending.cjs', '--rot', 'x'], {
      cwd: folder,
      encoding: 'utf8',
      input: '',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^toolwright-app: .*--rot: unknown option\. Did you mean --root/);
  });
});
