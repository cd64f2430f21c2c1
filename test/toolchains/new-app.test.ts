import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packed } from '../support/consumer';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

// From an empty directory, with nothing but the packed packages and npm's registry: what a newcomer does.
const root = join(__dirname, '..', '..');
const folder = temporaryDirectory('tw-new-app');
mkdirSync(join(folder, 'tmp'));

function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const env = {
    ...process.env,
    TMPDIR: join(folder, 'tmp'),
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    npm_config_prefer_offline: 'true',
  };
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, env, timeout: 300_000, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${command} ${args.join(' ')}: ${error.message}\n${stdout}\n${stderr}`));
      else resolve(`${stdout}${stderr}`);
    });
  });
}

// A client of the official SDK, started as .mcp.json tells clients to start the server.
const CLIENT = `
  import { readFileSync } from 'node:fs';
  import { Client } from '@modelcontextprotocol/sdk/client/index.js';
  import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
  const [server] = Object.values(JSON.parse(readFileSync('.mcp.json', 'utf8')).mcpServers);
  const client = new Client({ name: 'newcomer', version: '1.0.0' });
  await client.connect(new StdioClientTransport(server));
  const { content } = await client.callTool({ name: 'add_note', arguments: { name: 'milk', text: 'Buy milk' } });
  const { contents } = await client.readResource({ uri: 'note://milk' });
  const { messages } = await client.getPrompt({ name: 'plan_day', arguments: { day: 'Monday' } });
  console.log(content[0].text, contents[0].text, messages[0].content.text);
  await client.close();`;

// An app that asks, as recorded calls with answers of the user are for vitest too.
const ASKING_APP = `
import { defineApp, defineTool } from 'toolwright';
const paint = defineTool({
  name: 'paint',
  description: 'Paint a door.',
  inputSchema: { type: 'object', properties: {} },
  run: async (_, { session }) => (await session!.ask!({ message: 'Red?' })).action,
});
export default defineApp({ name: 'painter', tools: [paint] });
`;
const ASKING_RECORDER = (runner: string, globals: boolean) => `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { defineApp } from 'toolwright';
  import { recordCalls, testClient, testsFrom } from 'toolwright/testing';
  import module from './dist/src/asking.js';
  const app = module.default ?? module;
  const recorded = defineApp({ ...app.options, middleware: [recordCalls('asked.jsonl')] });
  const client = await testClient(recorded, { user: [true, false] });
  await client.call('paint');
  await client.call('paint');
  await client.close();
  const calls = readFileSync('asked.jsonl', 'utf8');
  writeFileSync('test/asked.test.ts', testsFrom(calls, { app: '../src/asking.js', runner: '${runner}', globals: ${globals} }));`;

// Records calls of the app, and writes them down as tests for the project's runner and for Node's own.
const RECORDER = (runner: string, globals: boolean) => `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { defineApp } from 'toolwright';
  import { recordCalls, testClient, testsFrom } from 'toolwright/testing';
  import module from './dist/src/app.js';
  const app = module.default ?? module;
  const client = await testClient(defineApp({ ...app.options, middleware: [recordCalls('calls.jsonl')] }));
  await client.call('add_note', { name: 'bread', text: 'Bake bread' });
  await client.call('add_note', { name: 'bread', text: 'Buy bread' });
  await client.close();
  const calls = readFileSync('calls.jsonl', 'utf8');
  const plain = (source) => source.replace(', type TestClient', '').replace(': TestClient', '');
  writeFileSync('test/recorded.test.ts', testsFrom(calls, { app: '../src/app.js', runner: '${runner}', globals: ${globals}, files: 'src' }));
  writeFileSync('recorded.test.mjs', plain(testsFrom(calls, { app: './recorded-app.mjs', runner: 'node' })));
  writeFileSync('recorded-app.mjs', "import module from './dist/src/app.js'; export default module.default ?? module;");`;

const { describe } = needs('toolchains');

describe('npm create toolwright', () => {
  const toolwright = packed();
  const create = packedCreate();

  // Two at a time (maxConcurrency): an installation waits for the registry most of its time.
  test.concurrent.each([
    ['esm', 'jest'],
    ['esm', 'vitest'],
    ['cjs', 'jest'],
    ['cjs', 'vitest'],
  ])(
    '%s with %s: install, build, test, call, and a call of a real client',
    async (module, runner) => {
      const began = Date.now();
      const name = `notes-${module}-${runner}`;
      // As npm does for `npm create toolwright NAME`, with our tarballs in place of what is published.
      await run(
        'npm',
        [
          ...[
            'exec',
            '--yes',
            `--package=${create}`,
            `--package=${toolwright}`,
            '--',
            'create-toolwright',
            name,
          ],
          ...['--module', module, '--test', runner, '--toolwright', `file:${toolwright}`],
        ],
        folder,
      );
      const project = join(folder, name);
      for (const file of ['.github/workflows/ci.yml', 'AGENTS.md', 'README.md', '.mcp.json', 'tsconfig.json'])
        expect([file, existsSync(join(project, file))]).toEqual([file, true]);
      await run('npm', ['install'], project);
      await run('npm', ['run', 'build'], project);
      expect(await run('npm', ['test'], project)).toMatch(/4 passed/);
      await run('npx', ['toolwright', 'new', 'tool', 'count_notes', '--class'], project);
      expect(await run('npm', ['test'], project)).toMatch(/6 passed/);
      const call = ['call', 'add_note', '--name', 'milk', '--text', 'Buy milk', '--app', 'dist/src/app.js'];
      expect(await run('npx', ['toolwright', ...call], project)).toContain('Noted.');
      await run('npm', ['install', '--no-save', '@modelcontextprotocol/sdk@1'], project);
      writeFileSync(join(project, 'client.mjs'), CLIENT);
      expect(await run(process.execPath, ['client.mjs'], project)).toMatch(
        /Noted\..*Buy milk.*Plan my Monday/s,
      );
      const took = Math.round((Date.now() - began) / 1000);
      process.stderr.write(`${name}: from nothing to a client's answer in ${took} s\n`);
      const globals = module === 'cjs' && runner === 'vitest';
      writeFileSync(join(project, 'record.mjs'), RECORDER(runner, globals));
      await run(process.execPath, ['record.mjs'], project);
      writeFileSync(join(project, 'src', 'asking.ts'), ASKING_APP);
      writeFileSync(join(project, 'record-asked.mjs'), ASKING_RECORDER(runner, globals));
      await run('npm', ['run', 'build'], project);
      await run(process.execPath, ['record-asked.mjs'], project);
      expect(await run(process.execPath, ['--test', 'recorded.test.mjs'], project)).toMatch(/pass 2/);
      expect(await run('npm', ['test'], project)).toMatch(/10 passed/);
    },
    600_000,
  );

  test('without a directory it says how to name one', () => {
    const { status, stderr } = spawnSync(
      'npm',
      ['exec', '--yes', `--package=${create}`, `--package=${toolwright}`, '--', 'create-toolwright'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(status).toBe(2);
    expect(stderr).toContain('npm create toolwright my-server');
  }, 120_000);
});

test('create-toolwright has the version of the package, and asks for it', () => {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      version: string;
      dependencies: Record<string, string>;
    };
  const { version } = read('package.json');
  expect(read('create-toolwright/package.json')).toMatchObject({
    version,
    dependencies: { toolwright: `^${version}` },
  });
});

function packedCreate(): string {
  const place = join(folder, 'packed');
  mkdirSync(place);
  execFileSync('npm', ['pack', '--pack-destination', place], {
    cwd: join(root, 'create-toolwright'),
    stdio: 'ignore',
  });
  return join(place, readdirSync(place)[0]!);
}
