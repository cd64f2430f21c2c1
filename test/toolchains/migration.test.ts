import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { textOf } from '../support/connect';
import { consumerDirectory, project } from '../support/consumer';
import { needs } from '../support/needs';
import { blocksOf } from '../support/pages';
import { temporaryDirectory } from '../support/temporary-directory';
import { frameworkPackages } from '../support/toolchains';

const TSC = join(__dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');
const TIME = 240_000;

const TSCONFIG = JSON.stringify({
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    skipLibCheck: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  },
});

// The block of a page that its fence marks with a kind, as a file of a project.
function server(page: string, kind: 'before' | 'after'): Record<string, string> {
  const [block] = blocksOf(page).filter(({ info }) => info.startsWith(`${kind}=`));
  return {
    'server.ts': block!.text,
    'tsconfig.json': TSCONFIG,
    'package.json': '{ "name": "notes", "version": "1.0.0", "type": "module" }',
  };
}

function compile(folder: string): void {
  const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', '.'], { cwd: folder, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
}

// What a client sees of the small server that every page shows.
async function ask(folder: string): Promise<unknown> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const env = { ...(process.env as Record<string, string>), TMPDIR: folder };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['server.js'],
    cwd: folder,
    env,
    stderr: 'ignore',
  });
  try {
    await client.connect(transport);
    const { tools } = await client.listTools();
    const [tool] = tools;
    const add = (args: object) => client.callTool({ name: 'add_note', arguments: { ...args } });
    const added = await add({ name: 'milk', text: 'Buy milk' });
    const again = await add({ name: 'milk', text: 'Buy milk' });
    const { contents } = await client.readResource({ uri: 'note://milk' });
    const { prompts } = await client.listPrompts();
    const { messages } = await client.getPrompt({ name: 'plan_day', arguments: { day: 'Monday' } });
    const { resourceTemplates } = await client.listResourceTemplates();
    return {
      // Toolwright adds one of its own, which reads on in large answers.
      tools: tools
        .filter(({ name }) => name !== 'read_result')
        .map(({ name, description }) => ({ name, description })),
      name: tool!.inputSchema.properties!['name'],
      required: tool!.inputSchema.required,
      added: textOf(added),
      again: [again.isError, textOf(again).includes("There is a note 'milk' already")],
      note: (contents[0] as { text: string }).text,
      templates: resourceTemplates.map(({ uriTemplate, name, mimeType }) => ({
        uriTemplate,
        name,
        mimeType,
      })),
      prompts: prompts.map(({ name, description }) => ({ name, description })),
      prompt: messages.map(({ role, content }) => ({ role, content })),
    };
  } finally {
    await client.close();
  }
}

needs('frameworks').describe('the same server before and after', () => {
  let consumer: string;
  let peers: string;
  beforeAll(() => {
    consumer = consumerDirectory();
    peers = temporaryDirectory('toolwright-frameworks');
    symlinkSync(frameworkPackages(), join(peers, 'node_modules'));
  }, TIME);

  test.each(['mcpserver', 'fastmcp', 'mcp-nest'])(
    '%s',
    async (name) => {
      const page = `docs/migration/${name}.md`;
      const before = project(peers, name, server(page, 'before'));
      const after = project(consumer, name, server(page, 'after'));
      compile(before);
      compile(after);
      expect(await ask(after)).toEqual(await ask(before));
    },
    TIME,
  );
});
