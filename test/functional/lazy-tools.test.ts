import written from '../../src/generated/manifest.json';
import { lazyTools, type Manifest, type ToolClass } from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import { connect } from '../support/connect';

const entry = written.tools.find((tool) => tool.name === 'echo')!;
const manifest = { tools: [entry], types: written.types } as unknown as Manifest;

test('tools of a manifest are listed without being loaded, and loaded once when called', async () => {
  let loads = 0;
  const load = async (): Promise<ToolClass> => {
    loads++;
    return (await import('../../src/tools/echo.js')).Echo;
  };
  const registry = new ToolRegistry(lazyTools(manifest, { echo: load }), { manifest, prefix: '' });
  const { client, close } = await connect(registry);
  const { tools } = await client.listTools();
  expect(tools).toMatchObject([{ name: 'echo', inputSchema: entry.inputSchema }]);
  expect(loads).toBe(0);
  for (const message of ['one', 'two']) {
    const { content } = await client.callTool({ name: 'echo', arguments: { message } });
    expect(JSON.stringify(content)).toContain(message);
  }
  expect(loads).toBe(1);
  await close();
});

test('a tool without a way to load it, and a way without its tool, are refused by name', () => {
  const load = async (): Promise<never> => Promise.reject(new Error('not to be loaded'));
  expect(() => lazyTools(manifest, {})).toThrow(/no loader for echo.*\.Echo/);
  expect(() => lazyTools(manifest, { echo: load, ecko: load })).toThrow(/loads ecko.*toolwright generate/);
  expect(() => lazyTools({ tools: [{ ...entry, name: 'constructor' }], types: {} }, {})).toThrow(
    /constructor/,
  );
});
