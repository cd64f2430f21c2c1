import { banner, startCommand } from '../../../src/app/banner';
import { loadConfig, shippedModel, type Config } from '../../../src/config';
import { Exposure } from '../../../src/registries/tool-exposure';
import { ENTRY_TOOLS } from '../../../src/app/wiring/name-entry-tools';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { defineTool } from '../../../src/tool/define-tool';
import type { ToolShape } from '../../../src/tool/tool';

const tool = (name: string, pack?: string): ToolShape => {
  const made = defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: {} },
    run: () => 'done',
  });
  return pack === undefined ? made : Object.assign(Object.create(made) as ToolShape, { pack });
};

const served = (tools: ToolShape[], config: Config = new shippedModel.cls()) => {
  const registry = new ToolRegistry(tools, { prefix: config.prefix });
  return {
    app: { name: 'toolwright', version: '1.2.3' },
    config,
    registry,
    setup: { exposure: new Exposure(registry, config.expose, ENTRY_TOOLS) },
  };
};

test('tells how many tools each pack serves and by which names', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => tool(name, 'files'));
  const text = banner(served([...five, tool('echo', 'utility'), tool('mine')]));
  expect(text).toContain('toolwright 1.2.3: an MCP server on stdio.');
  expect(text).toContain('It serves 7 tools:');
  expect(text).toMatch(/^ {2}files +5 {2}a, b, c, d, …$/m);
  expect(text).toMatch(/^ {2}utility +1 {2}echo$/m);
  expect(text).toMatch(/^ {2}own +1 {2}mine$/m);
  expect(text).toContain('guide_a');
});

test('shows a snippet that is JSON and starts the same command', () => {
  const command = ['/opt/node', '/srv/toolwright.js', 'serve', '--root', 'C:\\work "here"'];
  const text = banner(served([]), { command });
  const snippet = text.slice(text.indexOf('\n{') + 1, text.indexOf('\n}') + 2);
  expect(JSON.parse(snippet)).toEqual({
    mcpServers: { toolwright: { command: command[0], args: command.slice(1) } },
  });
  expect(text).toContain('It serves 0 tools:');
});

test.each([
  [['--audit-key', 'hunter22-hunter22']],
  [['--audit-key=hunter22-hunter22']],
  [['--operations', 'redis://:hunter22@localhost:6379']],
  [['--operations=rediss://ada:hunter22@localhost:6379/1']],
  [['--operations', 'redis://:hunt/er22@localhost:6379']],
  [['--operations', 'redis://:hunt@er22@localhost:6379']],
  [['--operations', 'redis://localhost:6379?password=hunter22&db=1']],
])('shows no secret of the command line: %j', (args) => {
  const command = ['/opt/node', '/srv/toolwright.js', 'serve', ...args, '--prefix', 'x'];
  for (const isOwn of [false, true]) {
    const text = banner(served([]), { command, isOwn });
    expect(text).not.toMatch(/hunt|er22/);
    expect(text).toContain('•••');
    expect(text).toContain('give it to the client as an environment variable');
    expect(text).toContain('"--prefix"');
  }
});

test('what is no secret is shown as it is', () => {
  const args = [
    '--audit',
    '/a@b',
    '--http',
    'http://localhost/@x?a=b',
    '--audit-sync=disk',
    'redis://localhost',
  ];
  const text = banner(served([]), { command: ['node', ...args] });
  for (const word of args) expect(text).toContain(word);
  expect(text).not.toContain('•••');
});

test('what is listed is counted: neither a disabled tool nor find_tools where all are listed', () => {
  const all = served([tool('echo', 'utility'), tool('off', 'utility'), tool('run'), tool('find_tools')]);
  all.registry.disable('off');
  expect(banner(all)).toContain('It serves 2 tools:');
  expect(banner(all)).not.toContain('find_tools');
});

test.each([
  ['search', 'It serves 2 tools, found through find_tools:', /own +1 {2}run$/m],
  ['code', 'It serves 1 tool, reached through run:', /utility +1 {2}echo$/m],
] as const)('where %s hides the others, those are counted', (expose, words, line) => {
  const config = Object.assign(new shippedModel.cls(), { expose });
  const text = banner(
    served([tool('echo', 'utility'), tool('run'), tool('find_tools'), tool('call_tool')], config),
  );
  expect(text).toContain(words);
  expect(text).toMatch(line);
});

test('where the means to find tools is off, everything is listed and counted', () => {
  const config = Object.assign(new shippedModel.cls(), { expose: 'code' as const });
  expect(banner(served([tool('echo'), tool('find_tools')], config))).toContain('It serves 1 tool:');
});

test('the command spells out what hung on the working directory', async () => {
  const cwd = '/home/ada';
  const { sources } = await loadConfig({ cwd: __dirname, env: {} });
  const start = (argv: string[], isOwn = false) => startCommand(argv, { cwd, sources, isOwn });
  expect(start(['node', 'x.js', 'serve'])).toEqual(['node', 'x.js', 'serve', '--root', cwd]);
  expect(start(['node', 'x.js', '--config', 'y.yaml'], true)).toEqual(
    ['node', 'x.js', '--config', '/home/ada/y.yaml', '--cwd', cwd], // an author's code may read and write there
  );
  const rooted = await loadConfig({ cwd: __dirname, env: {}, options: { root: ['/a'] } });
  expect(startCommand(['node'], { cwd, sources: rooted.sources, isOwn: false })).toEqual(['node']);
});
