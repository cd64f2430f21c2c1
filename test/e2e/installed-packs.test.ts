import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ClaudeServer } from '../support/claude-server';
import { textOf } from '../support/connect';
import { consumerDirectory } from '../support/consumer';
import { startSite, type TestSite } from '../support/web-server';

const root = join(__dirname, '..', '..');

// What `npm install toolwright` leaves behind, and nothing else of this checkout.
let consumer: string;
let site: TestSite;
let claude: ClaudeServer;
let client: Client;

beforeAll(async () => {
  consumer = consumerDirectory();
  claude = await ClaudeServer.start();
  site = await startSite({
    '/page': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>T</title><article><h1>Head</h1><p>Some <b>words</b> here.</p></article>'),
  });
  writeFileSync(join(consumer, 'notes.txt'), 'first\nsecond 42\n');
  writeFileSync(
    join(consumer, 'greet.cjs'),
    "class Greet { run() { return 'hello'; } }\nrequire('toolwright').Tool({ description: 'Greet.' })(Greet);\nexports.Greet = Greet;",
  );
  writeFileSync(
    join(consumer, 'toolwright.yaml'),
    'prefix: ""\nmodules: ["gr*.cjs"]\nweb: { allow_private: true }\nlog: { file: server.log, level: debug }\n',
  );
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        join('node_modules', 'toolwright', 'dist', 'bin', 'toolwright.js'),
        'serve',
        '--config',
        'toolwright.yaml',
      ],
      cwd: consumer,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: consumer,
        XDG_CONFIG_HOME: consumer,
        ANTHROPIC_API_KEY: 'key',
        ANTHROPIC_BASE_URL: claude.url,
      },
      stderr: 'ignore',
    }),
  );
});

afterAll(async () => {
  await client.close();
  await site.close();
  await claude.stop();
});

const call = async (name: string, args: Record<string, unknown>): Promise<string> =>
  textOf(await client.callTool({ name, arguments: args }));

// Each with what it needs beyond our own code.
test.each([
  ['types are erased and code runs', 'run', () => ({ command: 'const six: number = 6; six * 7' }), '42'],
  ['code with a mistake is located', 'run', () => ({ command: 'const = 1' }), 'Unexpected token'],
  ['a page becomes markdown', 'web_fetch', () => ({ url: `${site.url}/page` }), 'Some **words** here.'],
  ['Claude is asked', 'claude_conversation', () => ({ message: 'Hi' }), 'Hello from the stub'],
  [
    'text is searched by pattern',
    'search_files',
    () => ({ path: consumer, content: 'second \\d+', pattern: '*.txt', regex: true }),
    'notes.txt',
  ],
  ['modules are found by a glob', 'greet', () => ({}), 'hello'],
])('from an installed package, %s', async (_what, tool, args, expected) => {
  expect(await call(tool, args())).toContain(expected);
});

test('the packages that a bundler sees are ours, or installed with ours', () => {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    'peerDependencies',
    Record<string, string>
  >;
  const parts = readFileSync(join(consumer, 'node_modules/toolwright/dist/static/parts.cjs'), 'utf8');
  const named = [...parts.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name!);
  expect(named).toContain('../vendor/undici.cjs');
  const packages = named.filter((name) => !name.startsWith('../')).map((name) => name.split('/')[0]!);
  expect(Object.keys(peerDependencies)).toEqual(expect.arrayContaining(packages));
});
