import { ToolRegistry } from '../../../src/registries/tool-registry';
import { defineTool } from '../../../src/tool/define-tool';
import type { ToolSource } from '../../../src/registries/tool-source';

const tool = (name: string) =>
  defineTool({ name, description: 'Does it.', inputSchema: { type: 'object' }, run: () => name });

test('tools in lists within lists keep their order', () => {
  const registry = new ToolRegistry([tool('a'), [tool('b'), [[tool('c')], tool('d')]], []], { prefix: '' });
  expect(registry.list().map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
});

test.each([
  ['a hole', () => Object.assign(new Array<ToolSource>(3), { 0: tool('a'), 2: tool('b') })],
  ['a hole in a list within a list', () => [tool('a'), new Array<ToolSource>(1)]],
  ['undefined', () => [tool('a'), undefined as unknown as ToolSource]],
])('%s among the tools is refused, not left out', (_name, sources) => {
  expect(() => new ToolRegistry(sources())).toThrow(/undefined/);
});
