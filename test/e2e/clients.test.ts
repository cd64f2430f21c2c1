import { join } from 'node:path';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';

const SERVER = {
  command: process.execPath,
  args: [join(__dirname, '..', '..', 'dist', 'bin', 'toolwright.js'), 'serve'],
  stderr: 'ignore' as const,
};
const INFO = { name: 'test', version: '1.0.0' };
const HELLO = { name: 'guide_echo', arguments: { message: 'hello' } };
const said = (result: unknown): string => JSON.stringify(result);

test('the client of SDK 1 works over stdio', async () => {
  const client = new Client1(INFO);
  await client.connect(new Stdio1(SERVER));
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  expect(said(await client.callTool(HELLO))).toContain('hello');
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  await client.close();
});

test.each([
  ['legacy', 'legacy' as const],
  ['auto', 'auto' as const],
  ['pinned', { pin: '2026-07-28' }],
])('the client of SDK 2 works over stdio in its mode %s', async (_name, mode) => {
  const client = new Client2(INFO, { versionNegotiation: { mode } });
  await client.connect(new Stdio2(SERVER));
  expect((await client.listTools()).tools.length).toBeGreaterThan(20);
  expect(said(await client.callTool(HELLO))).toContain('hello');
  expect((await client.listPrompts()).prompts.length).toBeGreaterThan(0);
  expect((await client.listResourceTemplates()).resourceTemplates.length).toBeGreaterThan(0);
  await expect(client.callTool({ name: 'no_such_tool' })).rejects.toThrow(/Unknown tool/);
  await client.close();
});
