import fc from 'fast-check';
import { IsString } from 'class-validator';
import { Arg, Explicit, ToolArguments, type ArgOptions } from '../../src/index';
import { schemaOf } from '../../src/embed';
import type { ArgsClass } from '../../src/metadata';
import { plainSchemaText } from '../../src/schema/plain-schema-text';
import { rounds } from '../support/rounds';

// What an author may state, mostly plain, now and then contradictory, unusual or simply wrong.
const given = <T>(one: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 20 - weight, arbitrary: fc.constant(undefined) }, { weight, arbitrary: one });
const seldom = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => given(one, 1);
const often = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => given(one, 10);
const limit = fc.oneof(
  { weight: 19, arbitrary: fc.nat(3) },
  { weight: 1, arbitrary: fc.constantFrom(-0, 0.5, -1, NaN, 1e21) },
);

const stated = fc
  .tuple(
    fc.oneof(
      fc.record({ type: often(fc.constant('string')), minLength: often(limit), maxLength: often(limit) }),
      fc.record({ type: fc.constantFrom('number', 'integer'), minimum: often(limit), maximum: often(limit) }),
      fc.record({ type: fc.constantFrom('boolean', 'boolean', 'boolean', 'object', 'array', 'strnig') }),
      fc.record({ items: fc.constantFrom('string', 'integer', { type: 'string' }), maxItems: often(limit) }),
      fc.record({
        enum: fc.array(fc.constantFrom<unknown>('', 'a', '"', '\u2028', 'd', 'e', 1), {
          maxLength: 3,
        }),
      }),
      fc.record({ enum: fc.constant({ A: 'a', B: 'b' }) }),
    ),
    fc.record({
      optional: often(
        fc.oneof({ weight: 19, arbitrary: fc.boolean() }, seldom(fc.constant('true' as never))),
      ),
      name: seldom(
        fc.constantFrom('c', 'b', '1', '__proto__', 'été', 'ä', 'x-y', 'a"b', 'a,b', 'a,1', true as never),
      ),
      minItems: seldom(limit),
      minLength: seldom(limit),
      type: seldom(fc.constantFrom('string', 'number')),
      pattern: seldom(fc.constant('^a')),
      format: seldom(fc.constant('date')),
      nullable: seldom(fc.boolean()),
      example: seldom(fc.constant('a')),
      header: seldom(fc.constant('X-A')),
      secret: seldom(fc.boolean()),
      uniqueItems: seldom(fc.boolean()),
      schema: seldom(fc.constant({ type: 'string' })),
      unheardOf: seldom(fc.constant(1)),
    }),
    fc.constantFrom('A field', 'Its size', 'Says "this"\nand that', '👍', 'x', ' ', 5 as never),
  )
  .map(([kind, more, description]): ArgOptions => {
    const set = Object.entries({ ...more, ...kind }).filter(([, value]) => value !== undefined);
    return { description, ...(Object.fromEntries(set) as Partial<ArgOptions>) };
  });

const field = fc.record({
  stated,
  key: fc.constantFrom('a', 'aB', 'c', 'd', 'e', '2'),
  recorded: fc.constantFrom<unknown>(String, String, String, Number, Boolean, Array, Object, undefined),
  initial: seldom(fc.constantFrom<unknown>('a', 1, true, null)),
});

type Field = typeof field extends fc.Arbitrary<infer F> ? F : never;

// Whether a field has an initial value is seen in the source where there is none, and in an instance otherwise.
function undecorated(fields: readonly Field[]): ArgsClass {
  class Bare extends ToolArguments {}
  class Initialised extends ToolArguments {
    constructor() {
      super();
      for (const { key, initial } of fields)
        if (initial !== undefined)
          Object.defineProperty(this, key, { value: initial, enumerable: true, configurable: true });
    }
  }
  return fields.some(({ initial }) => initial !== undefined) ? Initialised : Bare;
}

function classOf(fields: readonly Field[]): ArgsClass {
  const Args = undecorated(fields);
  for (const { key, stated: options, recorded } of fields) {
    if (recorded !== undefined) Reflect.metadata('design:type', recorded)(Args.prototype as object, key);
    (Arg(options) as PropertyDecorator)(Args.prototype, key);
  }
  return Args;
}

test('is the very text of the published schema, or undefined', () => {
  let plain = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      fc.uniqueArray(field, { minLength: 1, maxLength: 3, selector: ({ key }) => key }),
      (fields) => {
        const cls = classOf(fields);
        const text = plainSchemaText(cls);
        if (text === undefined) return void refused++;
        plain++;
        expect(text).toBe(JSON.stringify(schemaOf(cls)));
      },
    ),
    { numRuns: rounds(3000, 30_000) },
  );
  // Both ways are taken often enough to mean something.
  expect(plain).toBeGreaterThan(refused / 30);
  expect(refused).toBeGreaterThan(plain / 30);
});

test('knows a class as in the README', () => {
  class Args extends ToolArguments {
    @Arg({ description: 'Title', minLength: 1, maxLength: 100 })
    title!: string;

    @Arg({ description: 'How many', type: 'integer', minimum: 0, maximum: 1000 })
    count!: number;

    @Arg({ description: 'Labels', items: 'string', maxItems: 20 })
    tags!: string[];

    @Arg({ description: 'How urgent', enum: ['low', 'high'] })
    priority!: 'low' | 'high';

    @Arg({ description: 'Anything else', optional: true })
    note?: string;
  }
  expect(plainSchemaText(Args)).toBe(JSON.stringify(schemaOf(Args)));
});

test.each<[string, object]>([
  ['optional', { optional: 'true' }],
  ['name', { name: true }],
  ['description', { description: 5 }],
  ['minLength', { minLength: -1 }],
  ['maxLength', { maxLength: 1.5 }],
  ['secret, misspelt', { secrt: true }],
])('leaves a wrong %s to the closer look, which refuses it', (_, wrong) => {
  class Args extends ToolArguments {
    text!: string;
  }
  (Arg({ description: 'A text', type: 'string', ...wrong }) as PropertyDecorator)(Args.prototype, 'text');
  expect(plainSchemaText(Args)).toBeUndefined();
  expect(() => schemaOf(Args)).toThrow(/^Args\.text: has /);
});

test('leaves to the closer look what may ask for consent, have other rules or be a mistake', () => {
  class Consent extends ToolArguments {
    @Explicit('YES')
    confirm!: 'YES';
  }
  class Ruled extends ToolArguments {
    @Arg('A text')
    @IsString()
    text!: string;
  }
  class Static extends ToolArguments {
    static text: string;
  }
  (Arg({ description: 'A text', type: 'string' }) as PropertyDecorator)(Static, 'text');
  class Twice extends ToolArguments {
    @Arg({ description: 'A text', type: 'string' })
    text!: string;

    @Arg({ description: 'The same name on the wire', type: 'string', name: 'text' })
    other!: string;
  }
  class Forgotten extends ToolArguments {
    text!: string;
  }
  for (const cls of [Consent, Ruled, Static, Twice, Forgotten])
    expect([cls.name, plainSchemaText(cls)]).toEqual([cls.name, undefined]);
});
