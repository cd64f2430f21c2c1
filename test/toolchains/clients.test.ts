import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { needs } from '../support/needs';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';
import { clientPackage } from '../support/toolchains';

// Each client lists the tools of the built server, over stdio and over HTTP with a token, and calls one.
const SERVER = [process.execPath, COMMAND, 'serve'];
const SAYS = { message: 'from afar' };
const SAID = 'Echo: from afar';

type Way = 'stdio' | 'http';
const WAYS: readonly Way[] = ['stdio', 'http'];

const USE = `
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    const result = await client.callTool({ name: 'guide_echo', arguments: says });
    told(names, result.content[0].text);
    await client.close();`;

const SDK1 = `
    import { Client } from '@modelcontextprotocol/sdk/client/index.js';
    import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
    import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
    const client = new Client({ name: 'sdk1', version: '1.0.0' });
    await client.connect(url
      ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
      : new StdioClientTransport({ command, args }));
    ${USE}`;

const sdk2 = (mode: string): string => `
    import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
    import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
    const client = new Client({ name: 'sdk2', version: '1.0.0' }, { versionNegotiation: { mode: ${mode} } });
    await client.connect(url
      ? new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
      : new StdioClientTransport({ command, args }));
    ${USE}`;

const programs: Readonly<Record<string, string>> = {
  'SDK 1': SDK1,
  'SDK 2, legacy': sdk2('"legacy"'),
  'SDK 2, auto': sdk2('"auto"'),
  'SDK 2, pinned': sdk2('{ pin: "2026-07-28" }'),
  'AI SDK': `
    import { createMCPClient } from '@ai-sdk/mcp';
    import { Experimental_StdioMCPTransport as Stdio } from '@ai-sdk/mcp/mcp-stdio';
    const transport = url ? { type: 'http', url, headers } : new Stdio({ command, args });
    const client = await createMCPClient({ transport });
    const tools = await client.tools();
    const result = await tools.guide_echo.execute(says, { toolCallId: '1', messages: [] });
    told(Object.keys(tools), result.content[0].text);
    await client.close();`,
  LangChain: `
    import { MultiServerMCPClient } from '@langchain/mcp-adapters';
    const ours = url ? { transport: 'http', url, headers } : { transport: 'stdio', command, args };
    const client = new MultiServerMCPClient({ mcpServers: { ours } });
    const tools = await client.getTools();
    const text = await tools.find((tool) => tool.name === 'guide_echo').invoke(says);
    told(tools.map((tool) => tool.name), text);
    await client.close();`,
};

function run(args: readonly string[], cwd: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
  });
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  return stdout;
}

needs('clients').describe('real clients', () => {
  const cwd = temporaryDirectory('clients');
  let server: ChildProcess;
  let url: string;
  let token: string;

  beforeAll(async () => {
    token = run([COMMAND, 'token', 'tester', '--file', 'tokens.txt'], cwd).trim();
    server = spawn(process.execPath, [COMMAND, 'serve', '--http', '0', '--http-tokens', 'tokens.txt'], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    url = await new Promise<string>((resolve) =>
      server.stderr!.on('data', (chunk: Buffer) => {
        const [, found] = /MCP server on (\S+)/.exec((text += chunk.toString())) ?? [];
        if (found !== undefined) resolve(found);
      }),
    );
  });

  afterAll(async () => {
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  const cases = Object.keys(programs).flatMap((name) => WAYS.map((way) => [name, way] as const));
  test.each(cases)('%s over %s', (name, way) => {
    const place = temporaryDirectory('client');
    symlinkSync(dirname(clientPackage('mcporter')), join(place, 'node_modules'));
    const file = join(place, 'client.mjs');
    const preamble = `
      const [command, ...args] = ${JSON.stringify(SERVER)};
      const url = ${JSON.stringify(way === 'http' ? url : '')};
      const headers = { Authorization: ${JSON.stringify(`Bearer ${token}`)} };
      const says = ${JSON.stringify(SAYS)};
      const told = (names, text) => console.log(JSON.stringify({ count: names.length, text }));`;
    writeFileSync(file, `${preamble}\n${programs[name]}`);
    const { count, text } = JSON.parse(run([file], cwd)) as { count: number; text: string };
    expect([count > 20, text]).toEqual([true, SAID]);
  });

  test.each(WAYS)('Inspector CLI over %s', (way) => {
    const inspector = clientPackage('@modelcontextprotocol/inspector', 'cli/build/cli.js');
    const http = [url, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
    const cli = [inspector, '--cli', ...(way === 'http' ? http : SERVER)];
    const { tools } = JSON.parse(run([...cli, '--method', 'tools/list'], cwd)) as { tools: unknown[] };
    expect(tools.length).toBeGreaterThan(20);
    const call = ['--method', 'tools/call', '--tool-name', 'guide_echo', '--tool-arg', 'message=from afar'];
    expect(JSON.parse(run([...cli, ...call], cwd))).toMatchObject({ content: [{ text: SAID }] });
  });

  test.each(WAYS)('mcporter over %s', (way) => {
    const http = ['--http-url', url, '--allow-http', '--header', `Authorization=Bearer ${token}`];
    const stdio = ['--stdio', SERVER.join(' ')];
    const cli = [clientPackage('mcporter', 'dist/cli.js'), 'call', ...(way === 'http' ? http : stdio)];
    const call = ['--tool', 'guide_echo', '--args', JSON.stringify(SAYS)];
    expect(run([...cli, ...call], cwd)).toContain(SAID);
  });
});
