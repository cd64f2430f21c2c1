import { banner, startCommand } from '../../../src/cli/banner';
import { Config, loadConfig } from '../../../src/cli/config';
import { ToolRegistry } from '../../../src/registry';
import { defineTool } from '../../../src/define-tool';
import type { Tool } from '../../../src/tool';

const tool = (name: string, pack?: string): Tool => {
  const made = defineTool({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties: {} },
    run: () => 'done',
  });
  return pack === undefined ? made : Object.assign(Object.create(made) as Tool, { pack });
};

const served = (tools: Tool[], config = new Config()) => ({
  config,
  registry: new ToolRegistry(tools, { prefix: config.prefix }),
});

test('tells how many tools each pack serves and by which names', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].map((name) => tool(name, 'files'));
  const text = banner(served([...five, tool('echo', 'utility'), tool('mine')]), { version: '1.2.3' });
  expect(text).toContain('Toolwright 1.2.3: an MCP server on stdio.');
  expect(text).toContain('It serves 7 tools:');
  expect(text).toMatch(/^ {2}files +5 {2}a, b, c, d, …$/m);
  expect(text).toMatch(/^ {2}utility +1 {2}echo$/m);
  expect(text).toMatch(/^ {2}other +1 {2}mine$/m);
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

test('a disabled tool is not counted, and the exposure is told', () => {
  const config = Object.assign(new Config(), { expose: 'search' as const });
  const all = served([tool('echo', 'utility'), tool('off', 'utility')], config);
  all.registry.disable('off');
  expect(banner(all)).toContain('It serves 1 tool, found through find_tools:');
});

test('the command spells out what hung on the working directory', async () => {
  const { sources } = await loadConfig({ cwd: __dirname, env: {} });
  expect(startCommand(['node', 'x.js', 'serve'], '/home/ada', sources)).toEqual([
    'node',
    'x.js',
    'serve',
    '--root',
    '/home/ada',
  ]);
  const rooted = await loadConfig({ cwd: __dirname, env: {}, options: { root: ['/a'] } });
  expect(startCommand(['node'], '/home/ada', rooted.sources)).toEqual(['node']);
});
