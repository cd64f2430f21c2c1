import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

const server = join(__dirname, '..', '..', 'bench', 'toolwright', 'serve.cjs');

async function started(env: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [server], env: { ...processEnv(), ...env } }),
  );
  return client;
}

function processEnv(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}

const item = { title: 'Milk', count: 3, tags: ['dairy'], priority: 'mid' };

test.each([
  ['listed from the manifest', {}],
  ['all loaded at the start', { BENCH_EAGER: '1' }],
])("the bench's server has its two tools and as many more as asked for, %s", async (_how, env) => {
  const client = await started({ BENCH_TOOLS: '12', ...env });
  const { tools } = await client.listTools();
  expect(new Set(tools.map(({ name }) => name))).toEqual(
    new Set([
      'echo',
      'add_item',
      'read_result',
      ...Array.from({ length: 12 }, (_, number) => `generated_${number}`),
    ]),
  );
  const schemaOf = (name: string) => tools.find((tool) => tool.name === name)!.inputSchema;
  expect(schemaOf('generated_11')).toEqual(schemaOf('add_item'));
  for (const name of ['add_item', 'generated_11']) {
    expect(await client.callTool({ name, arguments: item })).toMatchObject({
      content: [{ type: 'text', text: 'Added 3 x Milk (mid) [dairy]' }],
    });
    expect(await client.callTool({ name, arguments: { ...item, count: 1001 } })).toMatchObject({
      isError: true,
    });
  }
  await client.close();
});
