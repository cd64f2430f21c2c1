import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { appSource, DevProject } from '../support/dev-project';
import { needs } from '../support/needs';
import { COMMAND } from '../support/server-process';
import { InTerminal } from '../support/terminal';

// What a person sees and types: the built command in a terminal of its own.
const { test } = needs('terminals');

const CODE = `const { Arg, defineApp, defineTool, serveStdio, Tool, ToolArguments } = require('toolwright');
  const { existsSync } = require('node:fs');
  const text = (more) => ({ type: 'string', description: 'A text', ...more });
  const login = defineTool({
    name: 'login',
    description: 'Log in.',
    inputSchema: { type: 'object', properties: { user: text(), password: text({ format: 'password' }) }, required: ['user', 'password'] },
    run: ({ user, password }) => user + ' has a password of ' + password.length + ' characters',
  });
  const slow = defineTool({
    name: 'slow',
    description: 'Wait for a file.',
    inputSchema: { type: 'object', properties: { file: text() }, required: ['file'] },
    run: async ({ file }, { progress, log }) => {
      progress({ progress: 1, total: 3, message: 'first of three' });
      log.info('a line of the log');
      while (!existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 10));
      return 'done';
    },
  });
  const { appendFileSync } = require('node:fs');
  const ask = defineTool({
    name: 'ask',
    description: 'Ask twice, then write.',
    inputSchema: { type: 'object', properties: { file: text() }, required: ['file'] },
    run: async ({ file }, { session, signal }) => {
      const schema = { type: 'object', properties: { name: { type: 'string', default: 'all' } } };
      for (const message of ['First?', 'Second?']) {
        const { action } = await session.ask({ message, schema });
        if (signal.aborted) return 'stopped';
        appendFileSync(file, action);
      }
      return 'written';
    },
  });
  class UnlockArgs extends ToolArguments {}
  Arg({ description: 'A door', type: 'string' })(UnlockArgs.prototype, 'door');
  Arg({ description: 'Its code', type: 'string', secret: true })(UnlockArgs.prototype, 'doorCode');
  Arg({ description: 'A spare code', type: 'string', secret: true, optional: true })(UnlockArgs.prototype, 'spareCode');
  class Unlock {
    run({ door, doorCode, spareCode }) {
      return door + ' has a code of ' + doorCode.length + ' characters, and ' + (spareCode ?? 'no') + ' spare one';
    }
  }
  Tool({ args: UnlockArgs, name: 'unlock', description: 'Unlock a door.' })(Unlock);
  const app = defineApp({ name: 'gate', version: '2.0.0', tools: [login, slow, ask, Unlock] });
  module.exports = app;
  serveStdio(app);`;

const project = new DevProject({ 'app.cjs': CODE, 'package.json': '{}', 'src/app.ts': appSource(1) });
const cwd = project.folder;
const toolwright = (words: string[], env: Record<string, string> = {}) =>
  new InTerminal([process.execPath, COMMAND, ...words], { cwd, env });
const CTRL_C = '\u0003';
const COLOUR = /\u001b\[\d+m/;

test('Ctrl-C at a question cancels the call, and Ctrl-D only the question', async () => {
  const file = join(cwd, 'asked');
  const interrupted = toolwright(['call', 'ask', '--file', file, '--app', 'app.cjs']);
  await interrupted.shows(/First\?[^]*name/);
  interrupted.type(CTRL_C);
  expect(await interrupted.exited).toBe(130);
  expect(interrupted.screen).not.toContain('Second?');
  expect(existsSync(file)).toBe(false);
  const ended = toolwright(['call', 'ask', '--file', file, '--app', 'app.cjs']);
  for (const question of [/First\?[^]*name/, /Second\?[^]*name/]) {
    await ended.shows(question);
    ended.type('\u0004');
  }
  expect(await ended.exited).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('cancelcancel');
});

test('Ctrl-C where a secret is asked for ends the command', async () => {
  const call = toolwright(['call', 'login', '--user', 'ada', '--app', 'app.cjs']);
  await call.shows(/password: /);
  call.type(CTRL_C);
  expect(await call.exited).toBe(130);
  expect(call.screen).not.toContain('has a password');
});

test('a secret is asked for, and what is typed is not shown', async () => {
  const call = toolwright(['call', 'login', '--user', 'ada', '--app', 'app.cjs']);
  await call.shows(/password: /);
  call.type('hunter2hunter2\r');
  expect(await call.exited).toBe(0);
  expect(call.screen).toContain('ada has a password of 14 characters');
  expect(call.screen).not.toContain('hunter2');
});

test('a required argument with `secret` in @Arg is asked for in the same way, and an optional one is not', async () => {
  const call = toolwright(['call', 'unlock', '--door', 'front', '--app', 'app.cjs']);
  await call.shows(/door-code: /);
  call.type('hunter2hunter2\r');
  expect(await call.exited).toBe(0);
  expect(call.screen).toContain('front has a code of 14 characters, and no spare one');
  expect(call.screen).not.toMatch(/hunter2|spare-code/);
  const given = toolwright(['call', 'unlock', '--door', 'back', '--door-code', '1234', '--app', 'app.cjs']);
  expect(await given.exited).toBe(0);
  expect(given.screen).toContain('back has a code of 4 characters');
  expect(given.screen).not.toContain('door-code: ');
});

test('a call that takes longer shows its seconds and its progress, and leaves no trace of them', async () => {
  const call = toolwright(['call', 'slow', '--file', project.path('go'), '--app', 'app.cjs']);
  await call.shows(/slow \d+ s 1\/3 first of three/);
  writeFileSync(project.path('go'), '');
  expect(await call.exited).toBe(0);
  expect(call.screen).toMatch(/\r\u001b\[Kdone\r\n$/);
  // A line of the log takes the place of the progress, which follows below it.
  expect(call.screen).toMatch(/\r\u001b\[K\d{4}-\d\d-\d\d [^\r\n]*a line of the log\r\nslow/);
});

test('lists are coloured in a terminal, unless NO_COLOR is set; in a pipe only with FORCE_COLOR', async () => {
  const list = ['tools', '--app', 'app.cjs'];
  const coloured = toolwright(list);
  expect(await coloured.exited).toBe(0);
  expect(coloured.screen).toMatch(COLOUR);
  const plain = toolwright(list, { NO_COLOR: '1' });
  await plain.exited;
  expect(plain.screen).not.toMatch(COLOUR);
  const piped = (env: Record<string, string>) =>
    spawnSync(process.execPath, [COMMAND, ...list], {
      cwd,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', ...env },
    }).stdout;
  expect(piped({})).toMatch(/^login +Log in\.\n/);
  expect(piped({ FORCE_COLOR: '1' })).toMatch(COLOUR);
  expect(piped({ FORCE_COLOR: '0' })).not.toMatch(COLOUR);
});

test("an author's server says what it serves, how to connect a client, and how to call it; Ctrl-C ends it", async () => {
  const server = new InTerminal([process.execPath, 'app.cjs'], { cwd });
  await server.shows(/Ctrl\+C/);
  const screen = server.screen.replaceAll('\r', '');
  expect(screen).toContain('gate 2.0.0: an MCP server on stdio.');
  expect(screen).toMatch(/own +4 {2}login, slow, ask, unlock/);
  const client = JSON.parse(screen.slice(screen.indexOf('\n{'), screen.indexOf('\n}') + 2)) as object;
  expect(client).toMatchObject({ mcpServers: { gate: { args: [project.path('app.cjs'), '--cwd', cwd] } } });
  const [, server_] = /npx toolwright call login --help --server "(.+)"/.exec(screen)!;
  const help = spawnSync(process.execPath, [COMMAND, 'call', 'login', '--help', '--server', server_!], {
    cwd: '/',
    encoding: 'utf8',
  });
  expect(help.stdout).toMatch(/--user TEXT +A text \(required\)/);
  server.type(CTRL_C);
  expect(await server.exited).toBe(0);
});

test('a server that entered a directory tells clients to enter it, once and wherever they are', async () => {
  const words = ['serve', '--cwd', basename(cwd), '--app', 'app.cjs'];
  const server = new InTerminal([process.execPath, COMMAND, ...words], { cwd: dirname(cwd) });
  await server.shows(/Ctrl\+C/);
  const screen = server.screen.replaceAll('\r', '');
  const client = JSON.parse(screen.slice(screen.indexOf('\n{'), screen.indexOf('\n}') + 2)) as object;
  expect(client).toMatchObject({
    mcpServers: { gate: { args: [COMMAND, 'serve', '--app', project.path('app.cjs'), '--cwd', cwd] } },
  });
  server.type(CTRL_C);
  expect(await server.exited).toBe(0);
});

test('inspect prints a new address for each Enter, so that another browser can open it; Ctrl-C ends it', async () => {
  const inspect = toolwright(['inspect', '--app', 'app.cjs']);
  await inspect.shows(/Enter prints a new address[^]*Ctrl-C ends it/);
  const addresses = () => inspect.screen.match(/http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}/g)!;
  expect((await fetch(addresses()[0]!)).status).toBe(200);
  expect((await fetch(addresses()[0]!)).status).toBe(403);
  inspect.type('\r');
  await inspect.shows(/For another browser, once:\s+\S*http:[^]*\n\r?\n/);
  const [, second] = addresses();
  expect((await fetch(second!)).status).toBe(200);
  expect((await fetch(second!)).status).toBe(403);
  inspect.type(CTRL_C);
  expect(await inspect.exited).toBe(0);
});

test('dev finds the app, says how to connect, colours its log, and ends with Ctrl-C', async () => {
  const dev = toolwright(['dev']);
  await dev.shows(/version 1\u001b\[22m of watched/);
  await dev.shows(/"--app",\s+"[^"]+src\/app\.ts"/);
  await dev.shows(/Ctrl\+C/);
  dev.type(CTRL_C);
  expect(await dev.exited).toBe(0);
});
