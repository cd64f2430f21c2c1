import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';
import { clientPackage } from '../support/toolchains';

// Each client lists the tools of the built server over stdio, and calls one.
const SERVER = [process.execPath, resolve(__dirname, '../../dist/bin/toolwright.js'), 'serve'];
const SAYS = { message: 'from afar' };

const programs: Readonly<Record<string, string>> = {
  'SDK 1': `
    import { Client } from '@modelcontextprotocol/sdk/client/index.js';
    import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
    const client = new Client({ name: 'sdk1', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ command, args }));
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    const result = await client.callTool({ name: 'guide_echo', arguments: says });
    told(names, result.content[0].text);
    await client.close();`,
  ...Object.fromEntries(
    ['"legacy"', '"auto"', '{ pin: "2026-07-28" }'].map((mode) => [
      `SDK 2, ${mode}`,
      `
    import { Client } from '@modelcontextprotocol/client';
    import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
    const client = new Client({ name: 'sdk2', version: '1.0.0' }, { versionNegotiation: { mode: ${mode} } });
    await client.connect(new StdioClientTransport({ command, args }));
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    const result = await client.callTool({ name: 'guide_echo', arguments: says });
    told(names, result.content[0].text);
    await client.close();`,
    ]),
  ),
  'AI SDK': `
    import { createMCPClient } from '@ai-sdk/mcp';
    import { Experimental_StdioMCPTransport as Stdio } from '@ai-sdk/mcp/mcp-stdio';
    const client = await createMCPClient({ transport: new Stdio({ command, args }) });
    const tools = await client.tools();
    const result = await tools.guide_echo.execute(says, { toolCallId: '1', messages: [] });
    told(Object.keys(tools), result.content[0].text);
    await client.close();`,
  LangChain: `
    import { MultiServerMCPClient } from '@langchain/mcp-adapters';
    const client = new MultiServerMCPClient({ mcpServers: { ours: { transport: 'stdio', command, args } } });
    const tools = await client.getTools();
    const text = await tools.find((tool) => tool.name === 'guide_echo').invoke(says);
    told(tools.map((tool) => tool.name), text);
    await client.close();`,
};

const PREAMBLE = `
  const [command, ...args] = ${JSON.stringify(SERVER)};
  const says = ${JSON.stringify(SAYS)};
  const told = (names, text) => console.log(JSON.stringify({ count: names.length, text }));`;

function run(args: readonly string[], cwd: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return stdout;
}

needs('clients').describe('real clients, over stdio', () => {
  const cwd = temporaryDirectory('clients');

  test.each(Object.entries(programs))('%s', (name, program) => {
    const place = temporaryDirectory('client');
    symlinkSync(dirname(clientPackage('mcporter')), join(place, 'node_modules'));
    const file = join(place, 'client.mjs');
    writeFileSync(file, `${PREAMBLE}\n${program}`);
    const { count, text } = JSON.parse(run([file], cwd)) as { count: number; text: string };
    expect([name, count > 20, text]).toEqual([name, true, 'Echo: from afar']);
  });

  test('Inspector CLI', () => {
    const cli = [clientPackage('@modelcontextprotocol/inspector', 'cli/build/cli.js'), '--cli', ...SERVER];
    const { tools } = JSON.parse(run([...cli, '--method', 'tools/list'], cwd)) as { tools: unknown[] };
    expect(tools.length).toBeGreaterThan(20);
    const call = ['--method', 'tools/call', '--tool-name', 'guide_echo', '--tool-arg', 'message=from afar'];
    expect(JSON.parse(run([...cli, ...call], cwd))).toMatchObject({ content: [{ text: 'Echo: from afar' }] });
  });

  test('mcporter', () => {
    const cli = [clientPackage('mcporter', 'dist/cli.js'), 'call', '--stdio', SERVER.join(' ')];
    expect(run([...cli, 'guide_echo', 'message=from afar'], cwd)).toContain('Echo: from afar');
  });
});
