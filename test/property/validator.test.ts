import Ajv from 'ajv';
import fc from 'fast-check';
import { Arg, ToolArguments, type ArgOptions } from '../../src/index';
import { schemaOf, validateArguments } from '../../src/embed';
import { referenceVerdict, type FieldSpec } from '../support/reference-validator';

// Making a class and compiling its schema is the larger part of the work, so each class is tried with several values.
const CLASSES = 375;
const CALLS_EACH = 8;

const range = (max: number) =>
  fc.tuple(fc.nat(max), fc.nat(max)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

const stringOptions = fc
  .record({
    lengths: fc.option(range(6), { nil: undefined }),
    pattern: fc.constantFrom(undefined, '^[a-z]*$', '\\d', '^(?:ab)+$'),
  })
  .map(({ lengths, pattern }) => ({
    type: 'string' as const,
    ...(lengths && { minLength: lengths[0], maxLength: lengths[1] }),
    ...(pattern !== undefined && { pattern }),
  }));
const numberOptions = fc
  .record({
    type: fc.constantFrom('number' as const, 'integer' as const),
    limits: fc.option(range(20), { nil: undefined }),
  })
  .map(({ type, limits }) => ({ type, ...(limits && { minimum: limits[0] - 10, maximum: limits[1] }) }));
const arrayOptions = fc
  .record({
    items: fc.constantFrom('string' as const, 'integer' as const, 'boolean' as const),
    sizes: fc.option(range(4), { nil: undefined }),
  })
  .map(({ items, sizes }) => ({ items, ...(sizes && { minItems: sizes[0], maxItems: sizes[1] }) }));
const enumOptions = fc
  .uniqueArray(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 4 })
  .map((values) => ({ enum: values }));

const options: fc.Arbitrary<ArgOptions> = fc
  .tuple(
    fc.oneof(
      stringOptions,
      numberOptions,
      arrayOptions,
      enumOptions,
      fc.constant({ type: 'boolean' as const }),
    ),
    fc.boolean(),
  )
  .map(([rules, optional]) => ({ description: 'A field', ...rules, ...(optional && { optional }) }));

const fields: fc.Arbitrary<FieldSpec[]> = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
  .chain((keys) => fc.tuple(...keys.map((key) => options.map((stated) => ({ key, options: stated })))));

const anything = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('ab', 'abab', '5', 'true', '[]', '👍', '👍👍', ''),
  fc.integer({ min: -15, max: 25 }),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -20, max: 20 }),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string({ maxLength: 3 }), fc.integer(), fc.boolean(), fc.constant(null)), {
    maxLength: 5,
  }),
  fc.record({ x: fc.integer() }),
);

// Values that mostly fit, so that both verdicts occur often.
function fitting({ options: stated }: FieldSpec): fc.Arbitrary<unknown> {
  if (stated.enum) return fc.constantFrom(...(stated.enum as readonly string[]));
  if (stated.items) {
    const item =
      stated.items === 'string'
        ? fc.string({ maxLength: 3 })
        : stated.items === 'integer'
          ? fc.integer()
          : fc.boolean();
    return fc.array(item as fc.Arbitrary<unknown>, {
      minLength: stated.minItems ?? 0,
      maxLength: stated.maxItems ?? 3,
    });
  }
  if (stated.type === 'boolean') return fc.boolean();
  if (stated.type === 'integer') return fc.integer({ min: stated.minimum ?? -5, max: stated.maximum ?? 25 });
  if (stated.type === 'number')
    return fc.double({ min: stated.minimum ?? -5, max: stated.maximum ?? 25, noNaN: true });
  return fc.constantFrom('ab', 'abab', 'abc', '12', 'a1', '', 'zzzzzz');
}

const extras = fc.option(fc.tuple(fc.constantFrom('f', 'constructor', 'toString', 'aa'), anything), {
  nil: undefined,
  freq: 1,
});

// The arguments of one call, now and then with one that the class doesn't have.
const callOf = (specs: readonly FieldSpec[]): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.tuple(
        ...specs.map((spec) =>
          fc.option(fc.oneof({ weight: 6, arbitrary: fitting(spec) }, { weight: 1, arbitrary: anything }), {
            nil: undefined,
            freq: 8,
          }),
        ),
      ),
      extras,
    )
    .map(([values, extra]) => {
      const raw: Record<string, unknown> = {};
      specs.forEach((spec, index) => {
        if (values[index] !== undefined) raw[spec.key] = values[index];
      });
      if (extra && fc.stringify(extra).length % 4 === 0)
        Object.defineProperty(raw, extra[0], { value: extra[1], enumerable: true });
      return raw;
    });

const cases = fields.chain((specs) =>
  fc.tuple(fc.constant(specs), fc.array(callOf(specs), { minLength: CALLS_EACH, maxLength: CALLS_EACH })),
);

function argsClass(specs: readonly FieldSpec[]): new () => ToolArguments {
  class Generated extends ToolArguments {}
  for (const { key, options: stated } of specs) Arg(stated)(Generated.prototype, key);
  return Generated;
}

test('for generated classes and values, schema, validator and class-validator give the same verdict', async () => {
  const ajv = new Ajv({ strict: false });
  const verdicts = { valid: 0, invalid: 0 };
  await fc.assert(
    fc.asyncProperty(cases, async ([specs, calls]) => {
      const cls = argsClass(specs);
      const published = schemaOf(cls);
      const bySchema = ajv.compile(published);
      for (const raw of calls) {
        const ok = bySchema(raw);
        const checked = await validateArguments(cls, raw, { repair: false });
        verdicts[checked.ok ? 'valid' : 'invalid']++;
        expect({ ours: checked.ok, raw, published }).toEqual({ ours: ok, raw, published });
        expect({ reference: referenceVerdict(specs, raw), raw, published }).toEqual({
          reference: ok,
          raw,
          published,
        });
      }
      ajv.removeSchema();
    }),
    { numRuns: CLASSES },
  );
  const calls = CLASSES * CALLS_EACH;
  expect(verdicts.valid).toBeGreaterThan(calls / 10);
  expect(verdicts.invalid).toBeGreaterThan(calls / 10);
});

const texts = fc.array(
  anything.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  { minLength: 5, maxLength: 5 },
);

test('a repaired call is one that the schema accepts', async () => {
  const ajv = new Ajv({ strict: false });
  await fc.assert(
    fc.asyncProperty(fields, fc.array(texts, { minLength: 4, maxLength: 4 }), async (specs, calls) => {
      const cls = argsClass(specs);
      const bySchema = ajv.compile(schemaOf(cls));
      for (const values of calls) {
        const raw = Object.fromEntries(specs.map((spec, index) => [spec.key, values[index]]));
        const checked = await validateArguments(cls, raw);
        if (checked.ok) expect(bySchema(JSON.parse(JSON.stringify(checked.args)))).toBe(true);
      }
      ajv.removeSchema();
    }),
    { numRuns: 250 },
  );
});
