import Ajv from 'ajv';
import * as rules from 'class-validator';
import fc from 'fast-check';
import { Arg, AuthorError, AuthorErrors, ToolArguments, type ArgOptions } from '../../src/index';
import { schemaOf, validateArguments, type FieldType, type TypeFacts } from '../../src/embed';
import { rounds } from '../support/rounds';

// One field: what its decorators state, what class-validator adds, what a generator read from its type, and its default.
interface Field {
  readonly stated: Partial<ArgOptions>;
  readonly rules: readonly PropertyDecorator[];
  readonly fact: FieldType['schema'] | undefined;
  readonly initial: unknown;
  /** Values of its type, which its rules may refuse. */
  readonly likely: fc.Arbitrary<unknown>;
}

const small = fc.nat(5);
const some = <T>(...choices: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...choices], { maxLength: 2 });
const either = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(one, { nil: undefined });

// A type is stated, or read from the source, or both.
function typed(
  type: Partial<ArgOptions>,
  fact: FieldType['schema'],
  more: fc.Arbitrary<Partial<ArgOptions>>,
  beside: fc.Arbitrary<readonly PropertyDecorator[]>,
  likely: fc.Arbitrary<unknown>,
): fc.Arbitrary<Field> {
  return fc
    .tuple(fc.constantFrom('stated', 'read', 'both'), more, beside, either(likely))
    .map(([source, options, decorators, given]) => ({
      stated: { ...(source !== 'read' && type), ...options },
      rules: decorators,
      fact: source === 'stated' ? undefined : fact,
      initial: given,
      likely,
    }));
}

const texts = small.chain((n) =>
  typed(
    { type: 'string' },
    { type: 'string' },
    fc.constantFrom({}, { minLength: 1 }, { maxLength: 4 }, { pattern: '^x' }),
    some(rules.MaxLength(n), rules.MinLength(n), rules.Length(1, 3), rules.Matches(/y/), rules.IsNotEmpty()),
    fc.constantFrom('', 'x', 'xy', 'xyz'),
  ),
);
const numbers = small.chain((n) =>
  typed(
    { type: 'number' },
    { type: 'number' },
    fc.constantFrom({}, { minimum: -n }, { maximum: 3 }, { multipleOf: 2 }),
    some(rules.Min(-n), rules.Max(n), rules.IsInt(), rules.IsPositive(), rules.IsDivisibleBy(2)),
    fc.constantFrom(-2, 0, 1, 2.5),
  ),
);
const choices = typed(
  { enum: ['x', 'xy', 'z'] },
  { type: 'string', enum: ['x', 'xy', 'z'] },
  fc.constant({}),
  some(rules.IsIn(['x', 'z', 'w']), rules.MaxLength(1)),
  fc.constantFrom('x', 'xy'),
);
const lists = small.chain((n) =>
  typed(
    { items: 'string' },
    { type: 'array', items: { type: 'string' } },
    fc.constantFrom({}, { minItems: 1 }, { maxItems: 2 }, { uniqueItems: true }),
    some(
      rules.ArrayMaxSize(n),
      rules.ArrayMinSize(1),
      rules.ArrayNotEmpty(),
      rules.MaxLength(2, { each: true }),
      rules.IsIn(['x', 'xy'], { each: true }),
    ),
    fc.constantFrom([], ['x'], ['x', 'x']),
  ),
);
const flags = typed(
  { type: 'boolean' },
  { type: 'boolean' },
  fc.constant({}),
  fc.constantFrom([], [rules.IsBoolean()]),
  fc.boolean(),
);

const field = fc.oneof(texts, numbers, choices, lists, flags);
const value = fc.oneof(
  fc.constantFrom<unknown>('', 'x', 'xy', 'xyz', 'z', 'w', 'yyyyyy', '👍', '2', true, false, null, {}),
  fc.integer({ min: -6, max: 6 }),
  fc.constantFrom(0.5, 2.5, -0.5, 1e3),
  fc.array(fc.constantFrom<unknown>('x', 'xy', 'xyz', 1), { maxLength: 6 }),
);

const KEYS = ['a', 'b', 'c'] as const;

// Mostly of the field's own type, so that both verdicts occur often; now and then with one argument too many.
function callOf(fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> {
  const given = fields.map(({ likely }, index): [string, fc.Arbitrary<unknown>] => [
    KEYS[index]!,
    either(fc.oneof({ weight: 12, arbitrary: likely }, { weight: 1, arbitrary: value })),
  ]);
  return fc
    .record({
      ...Object.fromEntries(given),
      d: fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value }),
    })
    .map((call) => Object.fromEntries(Object.entries(call).filter(([, one]) => one !== undefined)));
}

const wholeClass = fc.tuple(field, field, field).chain((fields) =>
  fc.record({
    fields: fc.constant(fields),
    optional: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    calls: fc.array(callOf(fields), { minLength: 12, maxLength: 12 }),
    nested: fc.boolean(),
  }),
);

interface Made {
  readonly cls: new () => ToolArguments;
  readonly facts: TypeFacts;
  readonly initial: Record<string, unknown>;
}

function made(fields: readonly Field[], optional: readonly boolean[]): Made {
  const given = fields.map(({ initial }, index) => [KEYS[index]!, initial] as const);
  const initial = Object.fromEntries(given.filter(([, one]) => one !== undefined));
  class Whole extends ToolArguments {
    constructor() {
      super();
      Object.assign(this, structuredClone(initial));
    }
  }
  const read: Record<string, FieldType> = {};
  fields.forEach(({ stated, rules: beside, fact, initial: start }, index) => {
    const key = KEYS[index]!;
    const mayMiss = optional[index]! && start === undefined;
    const options = { description: 'F', ...stated, ...(mayMiss && !fact && { optional: true }) };
    Arg(options as ArgOptions)(Whole.prototype, key as string);
    for (const rule of beside) rule(Whole.prototype, key);
    if (fact) read[key] = { schema: fact, optional: mayMiss };
  });
  return { cls: Whole, facts: { Whole: read }, initial };
}

// The same class one level down.
function inside({ cls, facts }: Made): Made {
  class Outer extends ToolArguments {
    declare inner: unknown;
  }
  Arg({ description: 'Inner', type: () => cls })(Outer.prototype as never, 'inner' as never);
  return { cls: Outer, facts, initial: {} };
}

// Undefined where the class contradicts itself, which is reported instead of published.
function published({ cls, facts }: Made): object | undefined {
  try {
    return schemaOf(cls, facts);
  } catch (error) {
    if (error instanceof AuthorError || error instanceof AuthorErrors) return undefined;
    throw error;
  }
}

test('schema and validator agree on classes with class-validator rules, generated facts and defaults', async () => {
  const seen = { valid: 0, invalid: 0, refused: 0, filled: 0 };
  await fc.assert(
    fc.asyncProperty(wholeClass, async ({ fields, optional, calls, nested }) => {
      const flat = made(fields, optional);
      const tried = nested ? inside(flat) : flat;
      const schema = published(tried);
      if (!schema) return void seen.refused++;
      const says = new Ajv({ strict: false }).compile(schema);
      for (const plain of calls) {
        const raw = nested ? { inner: plain } : plain;
        const options = { repair: false, facts: tried.facts };
        const checked = await validateArguments(tried.cls, structuredClone(raw), options);
        expect({ schema, raw, ok: checked.ok }).toEqual({ schema, raw, ok: says(raw) });
        seen[checked.ok ? 'valid' : 'invalid']++;
        if (!checked.ok) continue;
        // What `run` gets is what was sent, with every default that the schema shows, and nothing else.
        const args = nested ? (checked.args as unknown as { inner: object }).inner : checked.args;
        expect({ ...args }).toEqual({ ...flat.initial, ...plain });
        if (Object.keys(flat.initial).some((key) => !(key in plain))) seen.filled++;
        expect(says(JSON.parse(JSON.stringify(checked.args)))).toBe(true);
      }
    }),
    { numRuns: rounds(150, 1500) },
  );
  expect(Object.values(seen).filter((count) => count < 20)).toEqual([]);
});
