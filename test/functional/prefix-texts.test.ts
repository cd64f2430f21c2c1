import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { builtInApp } from '../../src/app/built-in-app';
import { openLoaded } from '../../src/app/open-loaded-app';
import { serverOptionsOf } from '../../src/app/wiring/make-connection-options';
import { wordToolNames } from '../../src/base/word-tool-names';
import { loadConfig } from '../../src/config';
import { silentLogger } from '../../src/logger';
import manifest from '../../src/generated/manifest.json';
import { connect, jsonOf } from '../support/connect';
import { temporaryDirectory } from '../support/temporary-directory';

// Names of one word are also words of the language; those are checked between backticks.
const NAMES = manifest.tools.map(({ name }) => name);
const LONG = NAMES.filter((name) => name.includes('_'));
const BARE = new RegExp(
  `(?<![\\w./-])(?:${LONG.join('|')})(?![\\w(/=-]|\\.\\w)|\`(?:${NAMES.join('|')})\``,
  'g',
);
const bareIn = (text: string): string[] => text.match(BARE) ?? [];

async function open(expose: 'all' | 'search' | 'code', descriptions: 'full' | 'compact') {
  const cwd = temporaryDirectory('prefix');
  mkdirSync(join(cwd, 'shop'));
  const env = { HOME: cwd };
  const loaded = await loadConfig({
    cwd: join(cwd, 'shop'),
    env,
    options: { prefix: 'acme', expose, descriptions, enable: ['git', 'npm', 'files'] },
  });
  const app = await openLoaded(builtInApp, { loaded, cwd: join(cwd, 'shop'), env, log: silentLogger });
  const options = serverOptionsOf(app);
  const { client, close } = await connect(app.registry, options);
  return { client, options, end: () => close().then(() => app.close()) };
}

test.each([
  ['all', 'full'],
  ['all', 'compact'],
] as const)(
  'with a prefix every listed text names tools as the client sees them (%s, %s)',
  async (expose, detail) => {
    const { client, options, end } = await open(expose, detail);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(40);
    let named = 0;
    for (const { name, description = '' } of tools) {
      expect(name).toMatch(/^acme_/);
      const prose = description
        .split(/^(?=## )/m)
        .filter((section) => !/^## (JSON Schema|Concrete Examples)/.test(section))
        .join('');
      expect([name, bareIn(prose)]).toEqual([name, []]);
      named += prose.match(/acme_\w+/g)?.length ?? 0;
    }
    expect(named).toBeGreaterThan(5);
    expect(bareIn(options.instructions ?? '')).toEqual([]);
    await end();
  },
);

test('hints of the guide name what can be called next', async () => {
  const { client, end } = await open('all', 'compact');
  const call = async (name: string, args: Record<string, unknown>) =>
    JSON.stringify(jsonOf(await client.callTool({ name: `acme_${name}`, arguments: args })));
  expect(await call('get_content', { expression: 'x' })).toContain('acme_category_add creates one');
  expect(await call('set_project', { name: 'nowhere' })).toContain('call acme_set_project with create=true');
  await end();
});

test('where tools are not listed, only those that are carry the prefix', async () => {
  const { client, options, end } = await open('search', 'compact');
  expect(options.instructions).toMatch(/acme_find_tools[^]*acme_call_tool[^]*\(read_result too/);
  const found = jsonOf(
    await client.callTool({
      name: 'acme_call_tool',
      arguments: { name: 'set_project', args: { name: 'nowhere' } },
    }),
  );
  expect(JSON.stringify(found)).not.toContain('acme_set_project');
  await end();
});

test.each([
  ['call read_file, then `run`', 'call acme_read_file, then `acme_run`'],
  ['read_file.', 'acme_read_file.'],
  ['run it and read_file_now', 'run it and read_file_now'],
  [
    'tools.read_file.enabled, tools/read_file and read_file(x)',
    'tools.read_file.enabled, tools/read_file and read_file(x)',
  ],
  ['acme_read_file', 'acme_read_file'],
])('%j becomes %j', (text, worded) => {
  const spelling = new Map([
    ['read_file', 'acme_read_file'],
    ['run', 'acme_run'],
  ]);
  expect(wordToolNames(text, spelling)).toBe(worded);
});
