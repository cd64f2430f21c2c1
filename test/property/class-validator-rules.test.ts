import Ajv from 'ajv';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsInt,
  IsPositive,
  Length,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import fc from 'fast-check';
import { Arg, ToolArguments, type ArgOptions } from '../../src/index';
import { schemaOf, validateArguments } from '../../src/embed';

interface RuledField {
  options: ArgOptions;
  rules: readonly PropertyDecorator[];
}

const small = fc.nat(6);
const kind: fc.Arbitrary<RuledField> = fc.oneof(
  fc.tuple(small, small).map(([a, b]) => ({
    options: { description: 'Text', type: 'string' as const, minLength: Math.min(a, 1) },
    rules: [MaxLength(b + 1), Length(Math.min(a, b), b + 2)],
  })),
  fc.tuple(small, small, fc.boolean()).map(([a, b, whole]) => ({
    options: { description: 'Number', type: 'number' as const, minimum: -a },
    rules: [Min(-b), Max(b + 1), ...(whole ? [IsInt()] : [IsPositive()])],
  })),
  fc.constant({
    options: { description: 'Choice', type: 'string' as const },
    rules: [IsIn(['x', 'xy', ''])],
  }),
  fc.tuple(small, small).map(([a, b]) => ({
    options: { description: 'List', items: 'integer' as const },
    rules: [ArrayMinSize(Math.min(a, b)), ArrayMaxSize(b)],
  })),
);
const field = fc
  .tuple(kind, fc.boolean())
  .map(([one, optional]) => ({ ...one, options: { ...one.options, ...(optional && { optional }) } }));
const value = fc.oneof(
  fc.constantFrom('', 'x', 'xy', 'xyz', '👍'),
  fc.integer({ min: -8, max: 8 }),
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.array(fc.integer({ max: 9 }), { maxLength: 8 }),
  fc.boolean(),
);

test('a schema with published class-validator rules says what the validator does, nested classes and maps included', async () => {
  await fc.assert(
    fc.asyncProperty(
      field,
      fc.array(fc.option(value, { nil: undefined }), { minLength: 6 }),
      async (ruled, values) => {
        class Inner extends ToolArguments {
          declare given: unknown;
        }
        Arg(ruled.options)(Inner.prototype as never, 'given' as never);
        for (const rule of ruled.rules) rule(Inner.prototype, 'given');
        class Outer extends ToolArguments {
          declare one: Inner | null;
          declare many: Record<string, Inner>;
        }
        Arg({ description: 'One', type: () => Inner, nullable: true })(
          Outer.prototype as never,
          'one' as never,
        );
        Arg({ description: 'Many', values: () => Inner, optional: true })(
          Outer.prototype as never,
          'many' as never,
        );
        const says = new Ajv({ strict: false }).compile(schemaOf(Outer));
        for (const given of values) {
          const inner = given === undefined ? {} : { given };
          for (const raw of [{ one: inner }, { one: null, many: { a: inner } }]) {
            const { ok } = await validateArguments(Outer, raw, { repair: false });
            expect({ raw, ok }).toEqual({ raw, ok: says(raw) });
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});
