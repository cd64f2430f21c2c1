import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ARGS, CALLS, SECRET, TOOLS } from '../fixtures/secrets/calls';
import { DevProject } from '../support/dev-project';

test('the log of calls of `toolwright dev` shows what is no secret, on stdio', async () => {
  const project = devProject();
  const dev = project.dev(
    '--app',
    'src/app.ts',
    '--prefix',
    '',
    '--consent',
    'literal',
    '--log-level',
    'trace',
  );
  await dev.initialize();
  for (const tool of TOOLS) for (const [, args] of CALLS) await dev.call(tool, args);
  const later = await dev.call('status', {});
  const ids = new Set(JSON.stringify(later).match(/op_[\w-]{22}/g));
  expect(ids.size).toBeGreaterThan(0);
  for (const id of ids) await dev.call('await', { id });
  await dev.call('nothing_like_it', ARGS);
  await dev.end();
  for (const tool of TOOLS) expect(dev.stderr).toContain(`✓ ${tool} door="front" phrase=•••`);
  expect(dev.stderr).toMatch(/✗ raw_log_in .* The door stays shut/);
  expect(dev.stderr).not.toMatch(SECRET);
});

test('and over HTTP', async () => {
  const dev = devProject().dev('--app', 'src/app.ts', '--prefix', '', '--http', '0');
  await dev.said(/an MCP server on (http\S+)/);
  const url = new URL(/an MCP server on (http\S+)/.exec(dev.stderr)![1]!);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url) as Transport);
  for (const tool of TOOLS)
    for (const [, args] of CALLS) await client.callTool({ name: tool, arguments: args });
  await client.close();
  dev.child.kill('SIGTERM');
  await dev.exited;
  for (const tool of TOOLS) expect(dev.stderr).toContain(`✓ ${tool} door="front" phrase=•••`);
  expect(dev.stderr).not.toMatch(SECRET);
});

function devProject(): DevProject {
  const source = readFileSync(join(__dirname, '..', 'fixtures', 'secrets', 'app.ts'), 'utf8');
  return new DevProject({ 'src/app.ts': source });
}
