import type { ToolShape } from '../../src/tool/tool';
import { defineTool } from '../../src/tool/define-tool';
import queries from '../fixtures/finding/queries.json';
import tools from '../fixtures/finding/tools.json';
import unrelated from '../fixtures/finding/unrelated.json';

/** The tools of the set, as a registry holds them. */
export function findingTools(): ToolShape[] {
  return tools.map(({ server, name, description, args }) =>
    defineTool({
      name,
      description,
      category: server,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(args.map((each) => [each, { type: 'string' as const }])),
      },
      run: () => undefined,
    }),
  );
}

/** The part of the queries for which the wanted tool is among the first `most` found. */
export function shareFound(
  kind: 'step' | 'ask',
  held: boolean,
  most: number,
  search: (query: string) => readonly { tool: ToolShape }[],
  missed: string[] = [],
): number {
  const asked = queries.filter((each) => each.kind === kind && each.held === held);
  const found = asked.filter(({ query, wanted }) => {
    const names = search(query)
      .slice(0, most)
      .map(({ tool }) => tool.name);
    if (!names.includes(wanted)) missed.push(`${query} -> ${wanted}, not ${names.join(', ')}`);
    return names.includes(wanted);
  });
  return found.length / asked.length;
}

/** Questions that no tool of the set answers. */
export const UNRELATED: readonly string[] = unrelated;
