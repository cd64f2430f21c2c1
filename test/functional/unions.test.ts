import { Arg, defineTool, Result, Tool, ToolArguments } from '../../src/index';
import type { JsonSchema, ObjectSchema } from '../../src/base/json-schema';
import { ToolRegistry } from '../../src/embed';
import { connect, textOf } from '../support/connect';

const shape = (properties: Record<string, JsonSchema>): ObjectSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const BRANCHES = [
  shape({ kind: { const: 'file' }, line: { type: 'integer' } }),
  shape({ kind: { const: 'page' }, url: { type: 'string' } }),
];

class OpenArgs extends ToolArguments {
  @Arg({ description: 'Where to look', schema: { anyOf: BRANCHES } })
  where!: object;

  @Arg({ description: 'More places', schema: { type: 'array', items: { anyOf: BRANCHES } }, optional: true })
  more?: object[];
}

@Tool({ args: OpenArgs, description: 'Opens a place.' })
class OpenPlace {
  run(_args: OpenArgs): Result<string> {
    return Result.ok('opened');
  }
}

const RAW = defineTool({
  name: 'open_raw',
  description: 'Opens a place.',
  inputSchema: {
    type: 'object',
    properties: { where: { oneOf: BRANCHES }, more: { type: 'array', items: { oneOf: BRANCHES } } },
    required: ['where'],
  },
  run: () => 'opened',
});

describe.each(['open_place', 'open_raw'])(
  'what an agent reads from %s about a value that fits no branch',
  (name) => {
    const answerTo = async (args: Record<string, unknown>) => {
      const { client, close } = await connect(new ToolRegistry([OpenPlace, RAW], { prefix: '' }));
      try {
        return textOf(await client.callTool({ name, arguments: args }));
      } finally {
        await close();
      }
    };

    test('names the wrong member of the right branch, and every problem at once', async () => {
      const text = await answerTo({
        where: { kind: 'file', line: 'x1' },
        more: [{ kind: 'page', url: 'u' }, { kind: 'page' }, { kind: 'pag', url: 'u' }],
      });
      expect(text).toMatch(/where\.line/);
      expect(text).toMatch(/more\[1\]\.url/);
      expect(text).toMatch(/more\[2\]\.kind/);
      expect(text).toMatch(/did you mean \\*"page/);
      expect(text).not.toMatch(/must be object|more\[0\]/);
    });

    test('lists the alternatives if none is clearly meant', async () => {
      const text = await answerTo({ where: { foo: 1 } });
      expect(text).toContain('fits none of the alternatives');
      expect(text).not.toContain('must be object');
    });
  },
);
