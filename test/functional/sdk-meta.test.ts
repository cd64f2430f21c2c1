import { defineTool, ToolResult } from '../../src/index';
import { ToolRegistry } from '../../src/embed';
import { Logger } from '../../src/logger';
import { connect } from '../support/connect';

test('`_meta` of what a tool of the SDK returns reaches the client, beside an error too', async () => {
  const content = [{ type: 'text' as const, text: 'E42' }];
  const tools = [true, false].map((isError) =>
    defineTool({
      name: `say_${isError}`,
      description: 'Say.',
      run: () => ({ content, isError, _meta: { code: 'E42' } }),
    }),
  );
  const { client, close } = await connect(new ToolRegistry(tools));
  for (const isError of [true, false]) {
    const result = await client.callTool({ name: `say_${isError}`, arguments: {} });
    expect(result._meta).toMatchObject({ code: 'E42' });
    expect(Boolean(result.isError)).toBe(isError);
    expect(result.content).toEqual(content);
  }
  await close();
});

const text = { type: 'text' as const, text: 'Said.' };
const MiB = 1024 * 1024;

test('`_meta` is bounded, and the log says what is left out', async () => {
  const logged: string[] = [];
  const log = new Logger('test', [{ wants: () => true, write: ({ message }) => void logged.push(message) }]);
  const say = defineTool({
    name: 'say',
    description: 'Say.',
    inputSchema: { type: 'object', properties: { size: { type: 'integer', description: 'A size' } } },
    run: ({ size }) =>
      new ToolResult([text], false, undefined, undefined, { data: 'x'.repeat(Number(size)) }),
  });
  const { client, close } = await connect(new ToolRegistry([say], { log }));
  for (const [size, isSent] of [
    [MiB / 2, true],
    [MiB, false],
    [3 * MiB, false],
  ] as const) {
    const result = await client.callTool({ name: 'say', arguments: { size } });
    expect(result.content).toEqual([text]);
    expect(result._meta?.['data']).toBe(isSent ? 'x'.repeat(size) : undefined);
  }
  expect(logged.filter((message) => message.includes('_meta'))).toEqual([
    expect.stringContaining(
      'Tool say returned `_meta` of 1048587 bytes, which is left out: at most 1048576 are sent',
    ),
    expect.stringContaining('of 3145739 bytes'),
  ]);
  await close();
});

test('`_meta` that JSON can not carry is a mistake of the tool', async () => {
  const circle: Record<string, unknown> = {};
  circle['self'] = circle;
  const metas: Record<string, Record<string, unknown>> = {
    bigint: { id: 1n },
    map: { rows: new Map() },
    circle,
  };
  const tools = Object.entries(metas).map(([name, _meta]) =>
    defineTool({ name, description: 'Say.', run: () => ({ content: [text], _meta }) }),
  );
  const { client, close } = await connect(new ToolRegistry(tools));
  for (const name of Object.keys(metas)) {
    const result = await client.callTool({ name, arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('_meta.');
  }
  await close();
});

const huge = 'x'.repeat(11 * MiB);

test.each<[string, () => ToolResult]>([
  ['structured content', () => new ToolResult([text], false, { huge })],
  ['a link', () => new ToolResult([{ type: 'resource_link', uri: 'a:b', name: 'b', description: huge }])],
  ['the address of a resource', () => ToolResult.resource({ uri: `a:${huge}`, text: 'a' })],
])('%s that is too large for one message is an error, as a text is', async (_, run) => {
  const tool = defineTool({ name: 'say', description: 'Say.', run });
  const { client, close } = await connect(new ToolRegistry([tool]));
  const result = await client.callTool({ name: 'say', arguments: {} });
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toMatch(/too many for one message/);
  await close();
});
