import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import * as classValidator from 'class-validator';
import * as toolwright from '../../src/index';
import { Arg, ToolArguments, type ArgOptions } from '../../src/index';
import { schemaOf, validateArguments, type FieldType, type TypeFacts } from '../../src/embed';
import { TypeReader } from '../../src/generate/read-types';
import { randomField } from '../support/random-classes';
import { temporaryDirectory } from '../support/temporary-directory';

const CLASSES = 120;

const PRELUDE = `import { ArrayMaxSize, IsInt, IsNotEmpty, IsPositive, Max, MaxLength, ValidateNested } from 'class-validator';
import { Arg, ToolArguments } from 'toolwright';
export enum Level { Low = 'low', High = 'high' }
export enum Step { One = 1, Two = 2 }
export class Inner0 extends ToolArguments {
  @Arg({ description: 'Width', type: 'number', maximum: 100, name: 'w' }) maxWidth = 10;
}
export class Inner1 extends ToolArguments {
  @Arg({ description: 'Size', type: () => Inner0 }) size!: Inner0;
  @MaxLength(4) @Arg({ description: 'Title', type: 'string', optional: true }) title?: string;
}
export class Inner2 extends ToolArguments {
  @Arg({ description: 'Sizes', items: () => Inner0, maxItems: 2 }) sizes!: Inner0[];
  @Arg({ description: 'Level', enum: Level, nullable: true }) level!: Level | null;
}
`;

type Classes = Record<string, new () => ToolArguments>;

function compiled(text: string): Classes {
  const compilerOptions: ts.CompilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
    strict: true,
    experimentalDecorators: true,
    emitDecoratorMetadata: true,
  };
  const { outputText } = ts.transpileModule(text, { compilerOptions });
  const exported: Classes = {};
  const modules: Record<string, unknown> = { toolwright, 'class-validator': classValidator };
  new Function('require', 'exports', outputText)((name: string) => modules[name], exported);
  return exported;
}

function factsOf(text: string, names: readonly string[]): TypeFacts {
  const folder = temporaryDirectory('toolwright-facts');
  const file = join(folder, 'classes.ts');
  writeFileSync(file, text);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "target": "ES2022", "types": [] } }',
  );
  const reader = new TypeReader(ts, join(folder, 'tsconfig.json'), [file]);
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries([...reader.fieldsOf(name)].map(([key, { type }]) => [key, type as FieldType])),
    ]),
  );
}

test('a class whose gaps are filled from its types has exactly the schema of one that states everything', () => {
  const classes = fc.sample(fc.array(randomField, { minLength: 1, maxLength: 5 }), CLASSES);
  const source = (kind: 'stated' | 'gapped'): string =>
    PRELUDE +
    classes
      .map(
        (fields, index) =>
          `export class Random${index} extends ToolArguments { ${fields.map((field, at) => field(`fieldNo${at}`)[kind]).join('\n')} }\n`,
      )
      .join('');
  const stated = compiled(source('stated'));
  const gapped = compiled(source('gapped'));
  const facts = factsOf(source('gapped'), Object.keys(gapped));
  let listed = 0;
  for (const name of Object.keys(stated).filter((key) => /^(?:Random|Inner)/.test(key))) {
    const text = source('gapped').split(`class ${name} `)[1]!.split('\nexport')[0];
    const whole = published(stated[name]!);
    if (typeof whole === 'object') listed++;
    expect({ text, schema: published(gapped[name]!, facts) }).toEqual({ text, schema: whole });
    expect({ text, schema: published(stated[name]!, facts) }).toEqual({ text, schema: whole });
  }
  expect(listed).toBeGreaterThan(CLASSES / 2);
});

// The schema, or what is said of a class whose rules contradict each other.
function published(cls: new () => ToolArguments, facts?: TypeFacts): object | string {
  try {
    return schemaOf(cls, facts);
  } catch (error) {
    return (error as Error).message;
  }
}

const designs: readonly unknown[] = [String, Number, Boolean, Array, Object, undefined];

const leaf: fc.Arbitrary<FieldType['schema']> = fc.constantFrom<FieldType['schema']>(
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'string', enum: ['a', 'b'] },
  { type: 'string', pattern: '^a' },
  { type: 'number', const: 3 },
  { type: 'array', items: { type: 'string' } },
  { type: 'array', items: {} },
  { type: 'object', additionalProperties: true },
  { type: 'object', properties: { max_width: { type: 'number' } }, additionalProperties: true },
  { type: 'object', class: 'Inner' },
  {},
);
const wrongFact = fc
  .tuple(leaf, leaf, fc.boolean(), fc.boolean())
  .map(([one, other, union, optional]) => ({ schema: union ? { anyOf: [one, other] } : one, optional }));

const notes: fc.Arbitrary<Omit<ArgOptions, 'description'>> = fc.constantFrom<Omit<ArgOptions, 'description'>>(
  {},
  { type: 'string', maxLength: 2 },
  { minLength: 2 },
  { maximum: 5 },
  { enum: ['a', 'b'] },
  { items: 'string', maxItems: 1 },
  { items: { type: 'number', maximum: 3 } },
  { values: { type: 'number', minimum: 2 } },
  { nullable: true, type: 'number' },
);

const values = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    'a',
    'abc',
    0,
    3,
    500,
    true,
    [],
    ['a'],
    ['a', 'b'],
    [4],
    {},
    { w: 5 },
    { w: 500 },
  ),
  fc.constantFrom<unknown>({ max_width: 500 }, { maxWidth: 500 }, { x: 1 }, { x: 'y' }, [{ w: 500 }], {
    w: 1,
    y: 2,
  }),
);

class Inner extends ToolArguments {
  @Arg({ description: 'Width', type: 'number', maximum: 100, name: 'w' }) maxWidth!: number;
}

test('whatever a manifest says, a value that is refused without it is refused with it', async () => {
  const judged = { both: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(
      notes,
      fc.constantFrom(...designs, Inner),
      wrongFact,
      fc.array(values, { minLength: 8, maxLength: 8 }),
      async (stated, design, fact, given) => {
        // Without a recorded type the rules tell it, for want of anything better: types that were read know more.
        if (design === undefined && !stated.type && ('minLength' in stated || 'maximum' in stated)) return;
        class Host extends ToolArguments {}
        Arg({ description: 'F', ...stated } as ArgOptions)(Host.prototype, 'field' as string);
        if (design !== undefined) Reflect.defineMetadata('design:type', design, Host.prototype, 'field');
        // `?` is known from types alone, so a fact may make a nested field optional: {} is then rightly accepted.
        const facts: TypeFacts = { Host: { field: fact }, Inner: { maxWidth: { ...fact, optional: false } } };
        for (const value of given) {
          const without = await verdict(Host, { field: value });
          if (without === undefined) return;
          const beside = await verdict(Host, { field: value }, facts);
          if (!without) expect({ stated, design, fact, value, beside }).not.toMatchObject({ beside: true });
          judged[without ? 'both' : 'refused']++;
        }
      },
    ),
    { numRuns: 600 },
  );
  expect(judged.both).toBeGreaterThan(200);
  expect(judged.refused).toBeGreaterThan(200);
});

// Undefined if the class can't be published at all.
async function verdict(
  cls: new () => ToolArguments,
  raw: object,
  facts?: TypeFacts,
): Promise<boolean | undefined> {
  try {
    return (await validateArguments(cls, raw, { repair: false, ...(facts && { facts }) })).ok;
  } catch (error) {
    if ((error as Error).name.startsWith('AuthorError')) return undefined;
    throw error;
  }
}
