import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { defineTool } from '../../src/index';
import { compileCheck } from '../../src/json/checker';
import type { JsonSchema } from '../../src/base/json-schema';
import type { Report } from '../../src/json/check-report';
import type { Checked } from '../../src/schema/checked-args';
import { near, toolSchemas } from '../support/json-schemas';
import { rounds } from '../support/rounds';

// TOOLWRIGHT_SEED makes the same search again.
const RUNS = rounds(1600, 24_000);
const SEED = process.env['TOOLWRIGHT_SEED'];
const VALUES = 4;
const settings = { numRuns: RUNS / VALUES / 2, ...(SEED && { seed: Number(SEED) }) };

const options = { strict: false, validateFormats: false, ownProperties: true, logger: false } as const;
const references = [new Ajv2020(options), new Ajv2020({ ...options, allErrors: true })];

// Ajv has a few mistakes of its own: where its two ways of judging differ, or one throws, it is no reference.
function byAjv(schema: object, value: unknown): boolean | undefined {
  try {
    const [first, second] = references.map((ajv) => ajv.validate(schema, value));
    return first === second ? first : undefined;
  } catch {
    return undefined;
  }
}

function compiled(schema: JsonSchema, value: unknown): boolean {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(value, report);
  return report.problems.length === 0;
}

describe.each([
  ['the keywords that are compiled', false],
  ['any keyword', true],
])('for schemas with %s', (_kind, strange) => {
  const cases = toolSchemas(strange).chain((schema) =>
    fc.tuple(
      fc.constant(schema as JsonSchema),
      fc.array(near(schema), { minLength: VALUES, maxLength: VALUES }),
    ),
  );

  test('a tool refuses what Ajv refuses, and takes what Ajv takes', async () => {
    const verdicts = { valid: 0, invalid: 0, none: 0 };
    await fc.assert(
      fc.asyncProperty(cases, async ([schema, values]) => {
        const tool = defineTool({ name: 'raw', description: 'Raw.', inputSchema: schema, run: () => 1 });
        for (const value of values) {
          const valid = byAjv(schema, value);
          if (valid === undefined) {
            verdicts.none++;
            continue;
          }
          verdicts[valid ? 'valid' : 'invalid']++;
          expect({ ours: compiled(schema, value), schema, value }).toEqual({ ours: valid, schema, value });
          const checked: Checked = await tool.check(value as Record<string, unknown>);
          if (valid) expect({ ...checked, schema }).toEqual({ ok: true, args: value, repairs: [], schema });
          else if (checked.ok)
            expect({
              repaired: checked.repairs.length > 0 && byAjv(schema, checked.args),
              schema,
              value,
            }).toEqual({
              repaired: true,
              schema,
              value,
            });
          else expect(checked.problems.filter(({ message }) => !message)).toEqual([]);
        }
        for (const ajv of references) ajv.removeSchema(schema);
      }),
      settings,
    );
    expect(verdicts.valid).toBeGreaterThan(RUNS / 10);
    expect(verdicts.none).toBeLessThan(RUNS / 50);
    expect(verdicts.invalid).toBeGreaterThan(RUNS / 10);
  });
});
