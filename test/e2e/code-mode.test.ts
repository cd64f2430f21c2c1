import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { textOf } from '../support/connect';
import { ListChanged } from '../support/notifications';
import { SERVE, ServerProcess } from '../support/server-process';
import { startSite, type TestSite } from '../support/web-server';
import { temporaryDirectory } from '../support/temporary-directory';

const PROMPTS = `
instructions: Prefer run.
tools:
  echo:
    description: Says it again.
    examples: ["tools.echo({ message: 'Hi' })"]
templates:
  greet: Hello {name}.
`;

let folder: string;
let site: TestSite;
let client: Client;

beforeAll(async () => {
  folder = temporaryDirectory('toolwright-code');
  site = await startSite({
    '/search': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          web: { results: [{ title: 'Hit', url: 'https://example.com/', description: 'D' }] },
        }),
      ),
    '/page': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<title>T</title><p>Some words here.</p>'),
  });
  await writeFile(join(folder, 'prompts.yaml'), PROMPTS);
  await writeFile(
    join(folder, 'toolwright.yaml'),
    `prefix: ""\nexpose: code\nprompts: prompts.yaml\nweb: { allow_private: true, search_url: "${site.url}/search" }\ncode: { aliases: { say: echo } }\n`,
  );
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...SERVE, '--config', 'toolwright.yaml'],
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_CONFIG_HOME: folder, BRAVE_API_KEY: 'key' },
      stderr: 'ignore',
    }),
  );
});

afterAll(async () => {
  await client.close();
  await site.close();
});

const run = async (command: string): Promise<string> =>
  textOf(await client.callTool({ name: 'run', arguments: { command } }));

test('O24 the built command lists run and find_tools alone in code mode, and says how to go on', async () => {
  expect((await client.listTools()).tools.map((tool) => tool.name).sort()).toEqual(['find_tools', 'run']);
  expect(client.getInstructions()).toMatch(
    /they are functions inside `(guide_)?run`[^]*read_result too[^]*Prefer run\./,
  );
});

test('O16 the built command runs code with its tools', async () => {
  expect(
    await run(
      "[await tools.echo({ message: 'a' }), await utility.echo({ message: 'b' }), await say({ mess: 'c' })]",
    ),
  ).toBe('["Echo: a","Echo: b","Echo: c"]');
});

test('an answer that was cut is read on inside run, as the instructions say', async () => {
  const cut = await client.callTool({
    name: 'run',
    arguments: { command: "'ab '.repeat(16000) + 'the end'" },
  });
  const note = JSON.stringify(cut.content);
  const handle = /handle[^\w]+([\w-]+)/.exec(note)?.[1];
  expect(note).not.toContain('the end');
  expect(await run(`tools.read_result({ handle: '${handle}', offset: 47000 })`)).toContain('the end');
});

test('O21 the built command stops code that never ends, and answers meanwhile', async () => {
  const bomb = run('const a = []; for (;;) a.push(new Array(1e5).fill(1))');
  expect(textOf(await client.callTool({ name: 'echo', arguments: { message: 'alive' } }))).toBe(
    'Echo: alive',
  );
  expect(await bomb).toMatch(/out of memory/);
});

test('O13 what the prompts print runs against the web tools', async () => {
  const { messages } = await client.getPrompt({
    name: 'batch_search',
    arguments: { topics: '["AI", "ML"]' },
  });
  const results = JSON.parse(await run((messages[0]!.content as { text: string }).text)) as object;
  expect(results).toMatchObject({ AI: [{ title: 'Hit' }], ML: [{ title: 'Hit' }] });
  expect(await run(`tools.web_fetch({ url: '${site.url}/page' })`)).toBe('# T\n\nSome words here.');
});

test('O4 the prompts file gives descriptions, examples and templates', async () => {
  const { contents } = await client.readResource({ uri: 'onetool://tool/echo' });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
    description: 'Says it again.',
    examples: ["tools.echo({ message: 'Hi' })"],
  });
  const { messages } = await client.getPrompt({ name: 'greet', arguments: { name: 'Ann' } });
  expect(messages[0]!.content).toEqual({ type: 'text', text: 'Hello Ann.' });
});

test('a changed prompts file is taken while the server runs, and clients hear of it', async () => {
  const changed = new ListChanged(client, 'prompts');
  await writeFile(join(folder, 'prompts.yaml'), `${PROMPTS}  later: See you {when}.\n`);
  await changed.next();
  expect((await client.listPrompts()).prompts.map((prompt) => prompt.name)).toContain('later');
});

test('a wrong prompts file is refused at the start, with file and line', async () => {
  const home = temporaryDirectory('toolwright-wrong');
  await writeFile(join(home, 'prompts.yaml'), 'instructions: Fine.\ntoolz: {}\n');
  const server = new ServerProcess(['--prompts', 'prompts.yaml'], {
    cwd: home,
    env: { XDG_CONFIG_HOME: home },
  });
  expect((await server.exited).code).toBe(2);
  expect(server.stderr).toMatch(/prompts\.yaml: line 2: unknown key 'toolz' \(did you mean 'tools'\?\)/);
});
