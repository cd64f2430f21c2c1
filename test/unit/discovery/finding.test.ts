import { ToolRegistry } from '../../../src/registries/tool-registry';
import { ToolIndex } from '../../../src/discovery/tool-index';
import { findTools } from '../../../src/discovery/tool-search';
import { defineTool } from '../../../src/tool/define-tool';
import type { ToolShape } from '../../../src/tool/tool';
import { findingTools, shareFound, UNRELATED } from '../../support/finding-set';

const index = new ToolIndex();
index.update(findingTools());
const search = (query: string): ReturnType<ToolIndex['search']> => index.search(query);

test.each([
  ['step', false, 5, 0.8],
  ['step', true, 5, 0.8],
  ['ask', false, 3, 0.6],
  ['ask', true, 3, 0.6],
] as const)('%s (held out: %s): the wanted tool is among the first %d in %d', (kind, held, most, goal) => {
  const missed: string[] = [];
  const share = shareFound(kind, held, most, search, missed);
  expect({ reached: share >= goal, missed }).toEqual({ reached: true, missed });
});

test('nothing is found for most questions that no tool answers', () => {
  const empty = UNRELATED.filter((query) => !search(query).length);
  expect(empty.length / UNRELATED.length).toBeGreaterThanOrEqual(0.6);
});

test('a tool is found by an argument, by its server and by the beginning of a word', () => {
  const first = (query: string, count = 3): string[] =>
    search(query)
      .slice(0, count)
      .map(({ tool }) => tool.name);
  expect(first('jql')).toContain('search_tickets');
  expect(first('sheets append')).toContain('append_rows');
  expect(first('thermo')).toContain('set_thermostat');
  expect(first('create_presigned_url', 1)).toEqual(['create_presigned_url']);
});

test('the index is kept: a search after a change looks at the new tool alone', () => {
  let looks = 0;
  const counted = (name: string, description: string): ToolShape => {
    const tool = defineTool({ name, description, run: () => undefined });
    const describe = tool.describe.bind(tool);
    tool.describe = () => {
      if (new Error().stack?.includes('entryOf')) looks++;
      return describe();
    };
    return tool;
  };
  const registry = new ToolRegistry([
    Array.from({ length: 50 }, (_, n) => counted(`tool_${n}`, `Does thing ${n}.`)),
  ]);
  const names = (query: string): string[] => findTools(registry, query, 100).map(({ tool }) => tool.name);
  names('thing');
  expect(looks).toBe(50);
  for (let n = 0; n < 20; n++) names('thing');
  expect(looks).toBe(50);
  registry.register(counted('send_fax', 'Send a fax.'));
  expect(names('fax')).toEqual(['send_fax']);
  expect(looks).toBe(51);
  registry.disable('send_fax');
  expect(names('fax')).toEqual([]);
  registry.enable('send_fax');
  registry.unregister('send_fax');
  expect(names('fax')).toEqual([]);
  expect(looks).toBe(51);
});

test('an index that was changed step by step answers like one that was made anew', () => {
  const tools = findingTools();
  const changed = new ToolIndex();
  changed.update(tools.slice(0, 120));
  changed.update(tools.slice(60));
  changed.update(tools.filter((_, n) => n % 3));
  const fresh = new ToolIndex();
  fresh.update(tools.filter((_, n) => n % 3));
  for (const query of ['read a file', 'docker logs', 'send mail', 'what time is it']) {
    const round = (found: ReturnType<ToolIndex['search']>): [string, string][] =>
      found.map(({ tool, score }) => [tool.name, score.toFixed(6)] as [string, string]).sort();
    expect(round(changed.search(query, 100))).toEqual(round(fresh.search(query, 100)));
  }
});
