import Ajv from 'ajv';
import fc from 'fast-check';
import { Arg, ToolArguments, type ArgOptions } from '../../src/index';
import { schemaOf, validateArguments } from '../../src/embed';
import { referenceVerdict, type FieldSpec } from '../support/reference-validator';

const RUNS = 3000;

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

const cases = fields.chain((specs) =>
  fc.tuple(
    fc.constant(specs),
    fc.tuple(
      ...specs.map((spec) =>
        fc.option(fc.oneof({ weight: 6, arbitrary: fitting(spec) }, { weight: 1, arbitrary: anything }), {
          nil: undefined,
          freq: 8,
        }),
      ),
    ),
    fc.option(fc.tuple(fc.constantFrom('f', 'constructor', 'toString', 'aa'), anything), {
      nil: undefined,
      freq: 1,
    }),
  ),
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
    fc.asyncProperty(cases, async ([specs, values, extra]) => {
      const raw: Record<string, unknown> = {};
      specs.forEach((spec, index) => {
        if (values[index] !== undefined) raw[spec.key] = values[index];
      });
      if (extra && fc.stringify(extra).length % 4 === 0)
        Object.defineProperty(raw, extra[0], { value: extra[1], enumerable: true });
      const cls = argsClass(specs);
      const published = schemaOf(cls);
      const bySchema = ajv.validate(published, raw);
      ajv.removeSchema();
      const checked = await validateArguments(cls, raw, { repair: false });
      verdicts[checked.ok ? 'valid' : 'invalid']++;
      expect({ ours: checked.ok, raw, published }).toEqual({ ours: bySchema, raw, published });
      expect({ reference: referenceVerdict(specs, raw), raw, published }).toEqual({
        reference: bySchema,
        raw,
        published,
      });
    }),
    { numRuns: RUNS },
  );
  expect(verdicts.valid).toBeGreaterThan(RUNS / 10);
  expect(verdicts.invalid).toBeGreaterThan(RUNS / 10);
});

test('a repaired call is one that the schema accepts', async () => {
  const ajv = new Ajv({ strict: false });
  await fc.assert(
    fc.asyncProperty(fields, fc.array(anything, { minLength: 5, maxLength: 5 }), async (specs, values) => {
      const cls = argsClass(specs);
      const raw = Object.fromEntries(
        specs.map((spec, index) => [
          spec.key,
          typeof values[index] === 'string' ? values[index] : JSON.stringify(values[index]),
        ]),
      );
      const checked = await validateArguments(cls, raw);
      if (!checked.ok) return;
      const sent = JSON.parse(JSON.stringify(checked.args)) as unknown;
      expect(ajv.validate(schemaOf(cls), sent)).toBe(true);
      ajv.removeSchema();
    }),
    { numRuns: 1000 },
  );
});
