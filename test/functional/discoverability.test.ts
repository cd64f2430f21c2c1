import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { Exposure } from '../../src/registries/tool-exposure';
import { ENTRY_TOOLS } from '../../src/app/wiring/name-entry-tools';
import { PromptsConfig } from '../../src/prompts-config/prompts-config';
import { Arg, Tool, ToolArguments, defineTool } from '../../src/index';
import { ToolRegistry, ResourceRegistry } from '../../src/embed';
import { OnetoolTools } from '../../src/resources/onetool-tools';
import { resourcesPart } from '../../src/serve/parts/resources';
import { UNKNOWN_RESOURCE, connect } from '../support/connect';
import { discover } from '../support/discovery';

class ReadNoteArgs extends ToolArguments {
  @Arg('Which note')
  title!: string;

  @Arg({ description: 'Lines to read', type: 'integer', minimum: 1 })
  lines = 10;

  @Arg({ description: 'How', enum: ['plain', 'html'], optional: true })
  style?: string;
}

@Tool({
  args: ReadNoteArgs,
  description: 'Read a note.',
  examples: [{ args: { title: 'shopping' }, explains: 'Reads the shopping note.' }],
  category: 'notes',
  tags: ['note'],
  annotations: { title: 'Read', readOnlyHint: true },
})
class ReadNote {
  run(args: ReadNoteArgs): string {
    return `note ${args.title}`;
  }
}

const braveStub = defineTool({
  name: 'brave_web_search',
  description: 'Search the web.',
  category: 'web',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'What' } },
    required: ['query'],
  },
  run: ({ query }) => ({ query }),
});
const off = defineTool({ name: 'switched_off', description: 'Not now.', enabled: false, run: () => 'never' });

const promptsConfig = new PromptsConfig({
  tools: { brave_web_search: { examples: ["brave_web_search({ query: 'AI' })", 'second'] } },
  templates: {},
  packs: {},
});

const read = async (
  client: Awaited<ReturnType<typeof discover>>['client'],
  uri: string,
): Promise<unknown> => {
  const { contents } = await client.readResource({ uri });
  return JSON.parse((contents[0] as { text: string }).text) as unknown;
};

test('O1 O6 onetool://tools lists every tool of tools/list with name and signature', async () => {
  const { client, close } = await discover([ReadNote, braveStub, off]);
  const listed = (await read(client, 'onetool://tools')) as { name: string; signature: string }[];
  const { tools } = await client.listTools();
  expect(
    listed.map((tool) => tool.name).filter((name) => !['find_tools', 'call_tool'].includes(name)),
  ).toEqual(tools.map((tool) => tool.name));
  expect(listed[0]).toEqual({
    name: 'read_note',
    signature:
      'read_note(args: { title: string; lines?: number; style?: "plain" | "html" }): Promise<unknown>',
    description: 'Read a note.',
  });
  for (const { name, signature } of listed) {
    const detail = (await read(client, `onetool://tool/${name}`)) as Record<string, unknown>;
    const described = tools.find((tool) => tool.name === name);
    expect(detail).toMatchObject({ name, signature, enabled: true });
    if (!described) continue;
    expect((detail['args'] as { name: string }[]).map((arg) => arg.name)).toEqual(
      Object.keys(described.inputSchema.properties ?? {}),
    );
    expect(described.description).toContain(detail['description'] as string);
  }
  await close();
});

test('O2 without tools it is exactly []', async () => {
  const registry = new ToolRegistry([], { prefix: '' });
  registry.instances.container.set({ id: ToolRegistry, value: registry });
  const { client, close } = await connect(registry, {
    parts: [resourcesPart(new ResourceRegistry([OnetoolTools], registry))],
  });
  const { contents } = await client.readResource({ uri: 'onetool://tools' });
  expect(contents).toEqual([{ uri: 'onetool://tools', mimeType: 'application/json', text: '[]' }]);
  await close();
});

test('O3 the templates are listed, the list resource too, and names are completed', async () => {
  const { client, close } = await discover([ReadNote, braveStub, off]);
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map((each) => each.uriTemplate)).toEqual(
    expect.arrayContaining(['onetool://tool/{name}', 'onetool://description/{name}']),
  );
  expect((await client.listResources()).resources.map((each) => each.uri)).toContain('onetool://tools');
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'onetool://tool/{name}' },
    argument: { name: 'name', value: 'r' },
  });
  expect(completion.values.slice(0, 2)).toEqual(['read_note', 'run']);
  expect(completion.values).not.toContain('switched_off');
  await close();
});

test('O4 details hold name, signature, description, args and the configured examples', async () => {
  const { client, close } = await discover([ReadNote, braveStub, off], { promptsConfig });
  expect(await read(client, 'onetool://tool/brave_web_search')).toMatchObject({
    name: 'brave_web_search',
    signature: 'brave_web_search(args: { query: string }): Promise<unknown>',
    description: 'Search the web.',
    args: [{ name: 'query', type: 'string', required: true, description: 'What' }],
    examples: ["brave_web_search({ query: 'AI' })", 'second'],
    category: 'web',
  });
  expect(await read(client, 'onetool://tool/read_note')).toMatchObject({
    args: [
      { name: 'title', type: 'string', required: true, description: 'Which note' },
      { name: 'lines', type: 'number', required: false, default: 10, description: 'Lines to read' },
      { name: 'style', type: '"plain" | "html"', required: false, description: 'How' },
    ],
    examples: [{ args: { title: 'shopping' }, explains: 'Reads the shopping note.' }],
    tags: ['note'],
    annotations: { title: 'Read', readOnlyHint: true },
    enabled: true,
  });
  expect(await read(client, 'onetool://tool/switched_off')).toMatchObject({ enabled: false });
  await close();
});

test('O5 an unknown name is an error that names it and the nearest', async () => {
  const { client, close } = await discover([ReadNote]);
  for (const kind of ['tool', 'description']) {
    await expect(client.readResource({ uri: `onetool://${kind}/nonexistent` })).rejects.toMatchObject({
      code: UNKNOWN_RESOURCE,
      message: expect.stringContaining("'nonexistent' not found"),
    });
    await expect(client.readResource({ uri: `onetool://${kind}/raed_note` })).rejects.toThrow(
      'Did you mean read_note?',
    );
  }
  await close();
});

test('the whole description of a tool is a resource, also in terse mode', async () => {
  const { client, close } = await discover([ReadNote], { connect: { descriptions: 'terse' } });
  const { contents } = await client.readResource({ uri: 'onetool://description/read_note' });
  const { text, mimeType } = contents[0] as { text: string; mimeType: string };
  expect(mimeType).toBe('text/markdown');
  for (const section of [
    '## Description',
    '## JSON Schema',
    '## Usage Instructions',
    '## Concrete Examples',
  ]) {
    expect(text).toContain(section);
  }
  await close();
});

test('a subscriber hears when the tools change', async () => {
  const { client, registry, close } = await discover([ReadNote]);
  const heard = new Promise<string>((resolve) => {
    client.fallbackNotificationHandler = async ({ method, params }) => {
      if (method === 'notifications/resources/updated') resolve(String(params?.['uri']));
    };
  });
  await client.subscribeResource({ uri: 'onetool://tools' });
  registry.register(braveStub);
  expect(await heard).toBe('onetool://tools');
  await close();
});

test('O24 search mode lists find_tools and call_tool, and the list stays as it is', async () => {
  const { client, close } = await discover([ReadNote, braveStub], { mode: 'search' });
  const list = async (): Promise<string> => JSON.stringify((await client.listTools()).tools);
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changes++);
  const before = await list();
  expect((JSON.parse(before) as { name: string }[]).map((tool) => tool.name)).toEqual([
    'find_tools',
    'call_tool',
  ]);
  const found = await client.callTool({
    name: 'find_tools',
    arguments: { query: 'search the internet', limit: 1 },
  });
  expect(found.content).toEqual([
    { type: 'text', text: 'brave_web_search({ query: string }) // Search the web.' },
  ]);
  const called = await client.callTool({
    name: 'call_tool',
    arguments: { name: 'brave_web_search', arguments: { query: 'x' } },
  });
  expect(called).toEqual(await client.callTool({ name: 'brave_web_search', arguments: { query: 'x' } }));
  expect(await list()).toBe(before);
  expect(changes).toBe(0);
  await close();
});

test('a tool called by its name is held to its own rules', async () => {
  const asked: string[] = [];
  const wipe = defineTool({
    name: 'wipe',
    description: 'Delete everything.',
    annotations: { destructiveHint: true },
    inputSchema: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'] },
    run: ({ what }) => `wiped ${String(what)}`,
  });
  const { client, registry, close } = await discover([wipe, off], {
    mode: 'search',
    registry: { consent: 'deny' },
  });
  registry.use(async (call, next) => {
    asked.push(call.tool.name);
    return next();
  });
  const call = (name: string, args: object): ReturnType<typeof client.callTool> =>
    client.callTool({ name: 'call_tool', arguments: { name, arguments: args } });
  const denied = await call('wipe', { what: 'all' });
  expect(denied.isError).toBe(true);
  expect(JSON.stringify(denied.content)).toContain('consent');
  expect(JSON.stringify((await call('wipe', {})).content)).toContain('what');
  expect(JSON.stringify((await call('wip', {})).content)).toContain('Did you mean wipe');
  expect(JSON.stringify((await call('switched_off', {})).content)).toContain('disabled');
  expect(JSON.stringify((await call('call_tool', {})).content)).toContain('cannot call itself');
  expect(asked).toContain('wipe');
  await close();
});

test('O24 code mode lists run and find_tools alone, and everything works inside', async () => {
  const { client, run, close } = await discover([ReadNote, braveStub], { mode: 'code' });
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['run', 'find_tools']);
  const found = await client.callTool({ name: 'find_tools', arguments: { query: 'note' } });
  expect(found.content).toMatchObject([
    { text: expect.stringMatching(/^read_note\(\{ title: string;.*\/\/ Read a note\.$/) },
  ]);
  expect(JSON.parse((await run("await tools.find_tools({ query: 'note' })")).text)).toMatchObject([
    { name: 'read_note' },
  ]);
  expect((await run("await tools.read_note({ title: 'x' })")).text).toBe('note x');
  await close();
});

test('O24 a client pays far less for code mode than for all tools', async () => {
  const many = Array.from({ length: 50 }, (_, index) =>
    defineTool({
      name: `tool_${index}`,
      description: `Does thing ${index}.`,
      inputSchema: { type: 'object', properties: { value: { type: 'string', description: 'Some value' } } },
      run: () => index,
    }),
  );
  const size = async (mode: 'all' | 'search' | 'code'): Promise<number> => {
    const { client, close } = await discover(many, { mode });
    const { tools } = await client.listTools();
    await close();
    return JSON.stringify(tools).length;
  };
  const [all, search, code] = [await size('all'), await size('search'), await size('code')];
  expect(search).toBeLessThan(all / 4);
  expect(code).toBeLessThan(all / 4);
});

test('a hidden tool can still be called, a disabled one not', async () => {
  const { client, close } = await discover([ReadNote, off], { mode: 'code' });
  expect((await client.callTool({ name: 'read_note', arguments: { title: 'x' } })).isError).toBeFalsy();
  await expect(client.callTool({ name: 'switched_off', arguments: {} })).rejects.toMatchObject({
    code: -32004,
  });
  await close();
});

test('without run or find_tools no mode hides anything', async () => {
  const registry = new ToolRegistry([ReadNote], { prefix: '' });
  for (const mode of ['all', 'search', 'code'] as const) {
    const { client, close } = await connect(registry, {
      visible: new Exposure(registry, mode, ENTRY_TOOLS).visible,
    });
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['read_note']);
    await close();
  }
});
