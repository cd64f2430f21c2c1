import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const library = join(__dirname, '..', '..', 'dist', 'index.js');

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
