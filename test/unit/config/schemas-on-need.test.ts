import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { Arg } from '../../../src/decorators';
import { checkFile } from '../../../src/config/check-file';
import { checkValue, withoutWrongParts } from '../../../src/config/check-config';
import { Config } from '../../../src/config/config';
import { ConfigModel, shippedModel } from '../../../src/config/config-model';
import { sectionOf } from '../../../src/config/known-settings';
import { loadConfig, type ConfigRequest } from '../../../src/config';
import { argNotesOf, type ArgsClass } from '../../../src/metadata';
import { schemaOf, STATED_EXAMPLES } from '../../../src/schema/args-schema';
import { FieldSchemas } from '../../../src/schema/field-schema';
import { rounds } from '../../support/rounds';
import { temporaryDirectory } from '../../support/temporary-directory';

const cwd = temporaryDirectory('tw-schemas-on-need');

// Which fields a start makes schemas of, as `Class.field`.
async function schemasMadeBy(request: Omit<ConfigRequest, 'cwd' | 'env'>, env = {}): Promise<string[]> {
  const made = jest.spyOn(FieldSchemas.prototype, 'of');
  try {
    await loadConfig({ cwd, env, ...request });
    return made.mock.contexts.map((schemas, call) => schemas.placeOf(made.mock.calls[call]![0]));
  } finally {
    made.mockRestore();
  }
}

describe('a start makes the schemas of what is set, and no others', () => {
  test('of an option, a variable, and neither', async () => {
    expect(await schemasMadeBy({ options: { root: ['.'] }, model: new ConfigModel() })).toEqual([
      'Config.roots',
    ]);
    const env = { TOOLWRIGHT_LOG_LEVEL: 'debug' };
    expect(await schemasMadeBy({ model: new ConfigModel() }, env)).toEqual(['LogSettings.level']);
    expect(await schemasMadeBy({})).toEqual([]);
  });

  test('of a file', async () => {
    writeFileSync(join(cwd, 'small.yaml'), 'roots: [.]\nlog: { level: debug }\n');
    const made = await schemasMadeBy({ path: 'small.yaml', model: new ConfigModel() });
    expect(new Set(made.map((place) => place.replace(/^LogSettings\..*/, 'LogSettings')))).toEqual(
      new Set(['config of defineApp.roots', 'config of defineApp.log', 'LogSettings']),
    );
  });

  test('all are made where something is wrong, to say what it may be', async () => {
    writeFileSync(join(cwd, 'wrong.yaml'), 'rots: [.]\n');
    await expect(schemasMadeBy({ path: 'wrong.yaml' })).rejects.toThrow("Write 'roots'");
  });
});

test('the schema of one setting is that of the whole class', () => {
  const classes = new Map<string, ArgsClass>([['', Config]]);
  const visit = (cls: ArgsClass, above: string): void => {
    for (const note of argNotesOf(cls)) {
      const section = sectionOf(note);
      if (!section) continue;
      classes.set(`${above}${note.wireName}.`, section);
      visit(section, `${above}${note.wireName}.`);
    }
  };
  visit(Config, '');
  for (const { path, schema } of new ConfigModel().settings) {
    const cls = classes.get(
      path
        .slice(0, -1)
        .map((step) => `${step}.`)
        .join(''),
    )!;
    const whole = schemaOf(cls).properties[path.at(-1)!]!;
    expect(schema).toEqual(whole);
    expect(STATED_EXAMPLES.get(schema)).toEqual(STATED_EXAMPLES.get(whole));
  }
});

class Author {
  @Arg({ description: 'Where it is', minLength: 3 })
  place!: string;

  @Arg({ description: 'How many', type: 'integer', minimum: 1, example: 7 })
  many = 2;
}

const ofAuthor = new ConfigModel({
  name: 'test',
  settings: Author,
  defaults: { pageSize: 7, log: { level: 'error' } },
});

const names = argNotesOf(Config).map(({ wireName }) => wireName);
const odd = fc.oneof(
  fc.constantFrom<unknown>('.', 'debug', 'info', 'auto', 5, 0, -1, true, null, [], ['.'], [''], {}),
  fc.constantFrom<unknown>({ level: 'debug' }, { level: 'loud' }, { lvel: 'info' }, { mode: 'off' }),
  fc.constantFrom<unknown>(
    { execute_command: { timeout: 3 } },
    { execute_command: { timout: 3 } },
    { place: 'here' },
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const entry = (model: ConfigModel): fc.Arbitrary<[string, unknown]> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...names)
        .map((name): [string, unknown] => [name, model.fileSchema.properties![name]!.default ?? 'text']),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...names, 'settings', 'rots', '__proto__'), odd) },
  );
const file = (model: ConfigModel): fc.Arbitrary<unknown> =>
  fc.array(entry(model), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

test.each([
  ['the shipped server', shippedModel],
  ['an app', ofAuthor],
])('a file of %s is judged as by the schema of all settings', (_, model) => {
  fc.assert(
    fc.property(fc.oneof({ weight: 20, arbitrary: file(model) }, { weight: 1, arbitrary: odd }), (value) => {
      const wrong = checkValue(value, model.fileSchema, model.secrets);
      expect(checkFile(value, model)).toEqual({
        value: withoutWrongParts(value, model.fileSchema, wrong),
        wrong,
      });
    }),
    { numRuns: rounds(60, 2000) },
  );
});

test("mistakes in an author's defaults are told, whatever the file sets", () => {
  const model = new ConfigModel({ defaults: { pageSize: -5, log: { level: 'loud' as 'info' } } });
  const told = (read: () => unknown): string => {
    try {
      read();
    } catch (error) {
      return (error as Error).message;
    }
    return 'nothing';
  };
  const whole = told(() => model.fileSchema);
  expect(whole).toContain('loud');
  expect(told(() => checkFile({ roots: ['.'] }, model))).toBe(whole);
});
