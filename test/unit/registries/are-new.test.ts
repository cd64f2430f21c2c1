import { defineTool, type ToolSource } from '../../../src/index';
import { ToolRegistry } from '../../../src/registries/tool-registry';

// Many tools are added together where all are new, and one by one where one is not: either way the same.
const tool = (name: string, prefix?: string) =>
  defineTool({
    name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties: {} },
    run: () => name,
    ...(prefix !== undefined && { prefix }),
  });

function namesOf(registry: ToolRegistry): string[] {
  return registry.list().map((each) => registry.exposedName(each));
}

function added(sources: ToolSource, prefix: string, there: ToolSource = []): string[] | string {
  const registry = new ToolRegistry(there, { prefix });
  try {
    registry.register(sources);
  } catch (error) {
    return `${(error as Error).message.split('\n')[0]!} ${namesOf(registry).join(' ')}`;
  }
  return namesOf(registry);
}

describe.each(['', 'p'])('tools that are added with the prefix %j', (prefix) => {
  const published = (...names: string[]): string[] =>
    names.map((name) => (prefix ? `${prefix}_${name}` : name));

  test('are listed in their order, and found by their published names', () => {
    expect(added([tool('a'), [tool('b'), tool('c')]], prefix)).toEqual(published('a', 'b', 'c'));
    const registry = new ToolRegistry([tool('a'), tool('b')], { prefix });
    for (const name of ['a', 'b']) expect(registry.bareName(published(name)[0]!)).toBe(name);
  });

  test('keep the prefixes of their own', () => {
    expect(added([tool('a', 'x'), tool('b', '')], prefix)).toEqual(['x_a', 'b']);
    expect(added([tool('a', 'x'), tool('x_a', '')], prefix)).toMatch(/^.*has the name 'x_a', which.* x_a$/);
  });

  test.each([
    ['twice among them', [tool('a'), tool('b'), tool('a')], [], ['a', 'b']],
    ['that is there', [tool('b'), tool('a')], [tool('a')], ['a', 'b']],
  ])('are refused for a name %s, and the others are added', (_what, sources, there, names) => {
    const said = added(sources, prefix, there);
    expect(said).toContain(`has the name '${published('a')[0]}'`);
    expect(said).toMatch(new RegExp(`${published(...names).join(' ')}$`));
  });

  test('are refused for a published name that a tool with a prefix of its own has', () => {
    expect(
      added([tool('b'), tool('x_a', prefix === '' ? undefined : '')], prefix, [tool('a', 'x')]),
    ).toContain("has the name 'x_a'");
  });

  test('are refused for a bare name that is there, whatever it is published as', () => {
    expect(added([tool('b'), tool('a')], prefix, [tool('a', 'x')])).toContain(
      `has the name '${published('a')[0]}'`,
    );
  });

  test('that could not be made leave the others', () => {
    expect(added([tool('a'), class NoTool {} as never], prefix)).toMatch(/NoTool.* \w*a$/);
  });
});
