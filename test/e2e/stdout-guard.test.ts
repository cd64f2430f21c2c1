import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporary-directory';

const library = join(__dirname, '..', '..', 'dist', 'index.js');
const command = join(__dirname, '..', '..', 'dist', 'bin', 'toolwright.js');

const NOISY = `
  const { defineApp, defineTool, serveStdio } = require(${JSON.stringify(library)});
  const fs = require('node:fs');
  const noisy = defineTool({
    name: 'noisy',
    description: 'Prints.',
    run: () => {
      console.log('through console');
      process.stdout.write('through the stream\\n');
      fs.writeSync(1, 'through the descriptor\\n');
      return 'done';
    },
  });
  void serveStdio(defineApp({ tools: noisy }));
`;

test('G14 whatever a tool prints, stdout carries JSON-RPC only, and the culprit is named once', () => {
  const init = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  };
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'noisy', arguments: {} },
  });
  const input = [init, { jsonrpc: '2.0', method: 'notifications/initialized' }, call(2), call(3)]
    .map((message) => JSON.stringify(message))
    .join('\n');
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', NOISY], {
    input: `${input}\n`,
    encoding: 'utf8',
    timeout: 20_000,
  });
  const messages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number });
  expect(messages.map((message) => message.id)).toEqual([1, 2, 3]);
  for (const printed of ['through console', 'through the stream', 'through the descriptor']) {
    expect(stderr.split(printed)).toHaveLength(3);
  }
  expect(stderr.match(/stdout is reserved for the protocol/g)!.length).toBeLessThanOrEqual(3);
});

describe('what modules print while they are loaded', () => {
  const directory = temporaryDirectory('printing');
  const app = join(directory, 'app.cjs');
  const own = join(directory, 'server.cjs');
  const late = join(directory, 'late.cjs');
  const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
  writeFileSync(
    app,
    `console.log('while loading');
    module.exports = require(${JSON.stringify(library)}).defineApp({ name: 'printing' });
    setImmediate(() => console.log('soon after'));`,
  );
  writeFileSync(own, `void require(${JSON.stringify(library)}).serveStdio(require('./app.cjs'));`);
  writeFileSync(
    late,
    `const { defineApp, serveStdio } = require(${JSON.stringify(library)});
    void serveStdio(defineApp({ name: 'printing' }));
    console.log('after the call');`,
  );

  function served(...args: string[]): { stdout: string; stderr: string } {
    return spawnSync(process.execPath, args, {
      cwd: directory,
      input: `${JSON.stringify(request)}\n`,
      encoding: 'utf8',
      timeout: 20_000,
    });
  }

  const answer = `${JSON.stringify({ result: {}, jsonrpc: '2.0', id: 1 })}\n`;

  test('goes to stderr where the command loads the app', () => {
    const { stdout, stderr } = served(command, 'serve', '--app', app);
    expect(stdout).toBe(answer);
    expect(stderr).toContain('while loading');
    expect(stderr).toContain('soon after');
    expect(stderr).toMatch(/stdout is reserved for the protocol; output of .*app\.cjs:1 goes to stderr/);
  });

  test('is reported with the cure where a module of the author loads the app before it serves it', () => {
    const { stdout, stderr } = served(own);
    expect(stdout).toBe(`while loading\n${answer}`);
    expect(stderr).toMatch(/printed to stdout before the server began.*toolwright serve --app FILE/);
  });

  test('goes to stderr from the moment in which serveStdio is called', () => {
    const { stdout, stderr } = served(late);
    expect(stdout).toBe(answer);
    expect(stderr).toContain('after the call');
    expect(stderr).not.toContain('before the server began');
  });

  test('is no part of the help of serve', () => {
    const { stdout, stderr } = served(command, 'serve', '--help', '--app', app);
    expect(stdout).toMatch(/^serve[^]*--root/);
    expect(stdout).not.toContain('while loading');
    expect(stderr).toContain('while loading');
  });
});
