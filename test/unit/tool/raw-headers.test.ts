import { AuthorProblems } from '../../../src/author-problems';
import { Arg, defineTool, ToolArguments } from '../../../src/index';
import { schemaOf } from '../../../src/schema/args-schema';

const raw = (properties: Record<string, unknown>) =>
  defineTool({
    name: 'find_region',
    description: 'Find a region.',
    inputSchema: { type: 'object', properties: properties as never },
    run: () => 'found',
  });

test('a header that clients can send is published in a raw schema', () => {
  const region = { type: 'string', 'x-mcp-header': 'Region', default: { 'x-mcp-header': 1 } };
  expect(raw({ region }).describe().inputSchema.properties).toEqual({ region });
});

test.each<[string, Record<string, unknown>, RegExp]>([
  [
    'a name with a space',
    { a: { type: 'string', 'x-mcp-header': 'My Region' } },
    /find_region'\.a: has the header 'My Region', which HTTP can't carry\. Use letters, digits and -\./,
  ],
  ['no text', { a: { type: 'string', 'x-mcp-header': true } }, /has the header true, which HTTP can't carry/],
  [
    'an object',
    { a: { type: 'object', 'x-mcp-header': 'A' } },
    /no plain text, integer or boolean\. Remove `x-mcp-header`/,
  ],
  [
    'two types',
    { a: { type: ['string', 'null'], 'x-mcp-header': 'A' } },
    /no plain text, integer or boolean/,
  ],
  [
    'in a list',
    { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } },
    /'A' inside a list, a map or an alternative.*Remove `x-mcp-header`/,
  ],
  [
    'in an alternative',
    { a: { anyOf: [{ type: 'string', 'x-mcp-header': 'A' }] } },
    /inside a list, a map or an alternative/,
  ],
  [
    'twice',
    {
      a: { type: 'string', 'x-mcp-header': 'A' },
      b: { type: 'object', properties: { c: { type: 'string', 'x-mcp-header': 'a' } } },
    },
    /find_region'\.b\.c: has the header 'a', which another field has\. Rename one of them\./,
  ],
])(
  'a raw schema with a header that makes clients leave the tool out is refused: %s',
  (_what, properties, message) => {
    expect(() => raw(properties).describe()).toThrow(message);
    const problems = new AuthorProblems();
    raw(properties).verify!(problems);
    expect(problems.list.map((problem) => problem.message)).toEqual([expect.stringMatching(message)]);
  },
);

test('so is one in the stated schema of a field', () => {
  class Stated extends ToolArguments {
    @Arg({ description: 'Where', schema: { type: 'string', 'x-mcp-header': 'My Region' } }) region!: string;
  }
  expect(() => schemaOf(Stated)).toThrow(
    /Stated\.region: has the header 'My Region', which HTTP can't carry/,
  );
});
