import { ToolRegistry } from '../../../src/embed';
import { Arg, defineTool, Tool, ToolArguments } from '../../../src/index';

class SeedArgs extends ToolArguments {
  @Arg({ description: 'Id of the sensor', type: 'integer', optional: true })
  sensor?: number;

  @Arg({ description: 'Id or nothing', type: 'integer', nullable: true, optional: true })
  other?: number | null;

  @Arg({ description: 'Several ids', items: 'integer', optional: true })
  sensors?: number[];

  @Arg({ description: 'Ids by name', values: 'integer', optional: true })
  named?: Record<string, number>;

  @Arg({ description: 'Any number', optional: true })
  weight?: number;
}

@Tool({ args: SeedArgs, description: 'Look seeds up.', prefix: '' })
class LookUp {
  run(args: SeedArgs): string {
    return JSON.stringify(args);
  }
}

const RAW = defineTool({
  name: 'raw',
  description: 'The same from a raw schema.',
  inputSchema: {
    type: 'object',
    properties: {
      sensor: { type: 'integer' },
      other: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      sensors: { type: 'array', items: { type: 'integer' } },
      named: { type: 'object', additionalProperties: { type: 'integer' } },
      weight: { type: 'number' },
    },
  },
  run: (args) => JSON.stringify(args),
});

const registry = new ToolRegistry([LookUp, RAW]);
const LOST = /JSON numbers beyond lose digits|more digits than a JSON number keeps/;

describe.each(['look_up', 'raw'])('%s', (tool) => {
  test.each<[string, unknown]>([
    ['sensor', 2 ** 53],
    ['sensor', -(2 ** 53)],
    ['sensor', '9007199254740993'],
    ['sensor', '9007199254740992'],
    ['sensor', 1e300],
    ['other', 2 ** 53],
    ['sensors', [1, 2 ** 60]],
    ['sensors', '[1, 9007199254740993]'],
    ['named', { a: 2 ** 60 }],
    ['weight', '9007199254740993'],
  ])('%s: %j is refused, since its digits may have changed', async (field, value) => {
    const outcome = await registry.call(tool, { [field]: value });
    expect(outcome.isError).toBe(true);
    expect(JSON.stringify(outcome.result)).toMatch(LOST);
  });

  test('text that may be a number or null is refused as neither', async () => {
    const outcome = await registry.call(tool, { other: '9007199254740993' });
    expect(outcome.isError).toBe(true);
    expect(JSON.stringify(outcome.result)).toMatch(/must be an? integer or null|must be integer or null/);
  });

  test.each<[string, unknown, unknown]>([
    ['sensor', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ['sensor', '-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['other', null, null],
    ['sensors', '[1,2]', [1, 2]],
    ['weight', 1e300, 1e300],
    ['weight', '0.1', 0.1],
    ['weight', '9007199254740992', 2 ** 53],
  ])('%s: %j is taken', async (field, value, taken) => {
    const outcome = await registry.call(tool, { [field]: value });
    expect(outcome.isError).toBe(false);
    expect(JSON.stringify(outcome.result)).toContain(
      JSON.stringify(JSON.stringify({ [field]: taken })).slice(1, -1),
    );
  });
});
