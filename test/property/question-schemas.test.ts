import { ElicitRequestFormParamsSchema } from '@modelcontextprotocol/sdk/types.js';
import { ElicitRequestFormParamsSchema as Sdk2FormParamsSchema } from '@modelcontextprotocol/core';
import fc from 'fast-check';
import { questionProblem } from '../../src/calls/question-problem';
import { rounds } from '../support/rounds';

// TOOLWRIGHT_SEED makes the same search again.
const SEED = process.env['TOOLWRIGHT_SEED'];
const settings = { numRuns: rounds(3000, 100_000), ...(SEED && { seed: Number(SEED) }) };

type Json = Record<string, unknown>;

const word = fc.constantFrom('a', 'b', 'email', 'x');
const small = fc.integer({ min: 0, max: 3 });
const junk = fc.constantFrom<unknown>(null, true, 'a', 1, [], ['a'], {}, { type: 'string' });

/** A value that fits a keyword most of the time. */
const mostly = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: junk });

const choice = fc.record(
  { const: mostly(word), title: mostly(word), description: word },
  { requiredKeys: ['const', 'title'] },
);
const words = fc.array(fc.oneof({ weight: 12, arbitrary: word }, small), { maxLength: 3 });
const choices = fc.array(choice, { maxLength: 3 });

/** Some of these keywords, few of them at a time. */
const some = (keywords: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> =>
  fc
    .subarray(Object.keys(keywords), { maxLength: Math.min(4, Object.keys(keywords).length) })
    .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, mostly(keywords[name]!)]))));

const items = some({
  type: fc.constantFrom('string', 'string', 'number'),
  enum: words,
  anyOf: choices,
  oneOf: choices,
  title: word,
});
const field = fc
  .tuple(
    mostly(
      fc.constantFrom('string', 'string', 'number', 'integer', 'boolean', 'array', 'array', 'object', 'null'),
    ),
    some({
      title: word,
      description: word,
      default: fc.oneof(word, small, fc.boolean(), words),
      minLength: small,
      maxLength: small,
      format: fc.constantFrom('email', 'uri', 'date', 'date-time', 'time', 'password'),
      pattern: fc.constant('^a'),
      minimum: small,
      maximum: small,
      multipleOf: fc.constant(2),
      enum: words,
      enumNames: words,
      oneOf: choices,
      anyOf: choices,
      const: word,
      items,
      minItems: small,
      maxItems: small,
      uniqueItems: fc.boolean(),
      properties: fc.constant({ x: { type: 'string' } }),
    }),
    items,
    fc.boolean(),
  )
  // A list is nothing without items.
  .map(([type, more, inside, filled]) => ({
    type,
    ...(type === 'array' && filled && { items: inside }),
    ...more,
  }));
const properties = fc.dictionary(fc.constantFrom('one', 'two'), mostly(field), { maxKeys: 2 });
const schemas = fc
  .record({ type: mostly(fc.constant('object')), properties: mostly(properties) })
  .chain((root) =>
    some({
      required: fc.subarray(['one', 'two', 'three']),
      title: word,
      additionalProperties: fc.boolean(),
    }).map((more) => ({ ...root, ...more })),
  );

const ROOT = ['type', 'properties', 'required'];
const ITEMS = ['enum', 'anyOf'];
const FIELD = [
  ...['type', 'title', 'description', 'default', 'minLength', 'maxLength', 'format', 'minimum', 'maximum'],
  ...['enum', 'enumNames', 'oneOf', 'items', 'minItems', 'maxItems'],
];

/** What a client of the SDK makes of a schema; undefined if it refuses it, and its user is never asked. */
function asTheSdkSees(schema: Json): Json | undefined {
  const params = { mode: 'form', message: 'Which?', requestedSchema: schema };
  const seen = ElicitRequestFormParamsSchema.safeParse(params);
  // SDK 2 judges alike.
  expect({ schema, taken: Sdk2FormParamsSchema.safeParse(params).success }).toEqual({
    schema,
    taken: seen.success,
  });
  return seen.success ? seen.data.requestedSchema : undefined;
}

/** Whether a keyword that MCP defines is lost in what the SDK sees, in any part of the schema. */
function losesAny(schema: Json, seen: Json): boolean {
  const fields = Object.entries(schema['properties'] as Record<string, Json>);
  return (
    lost(ROOT, schema, seen) ||
    fields.some(([name, one]) => {
      const shown = (seen['properties'] as Record<string, Json>)[name]!;
      return (
        lost(FIELD, one, shown) ||
        ('items' in shown && lost(ITEMS, one['items'] as Json, shown['items'] as Json))
      );
    })
  );
}

const lost = (keywords: readonly string[], stated: Json, shown: Json): boolean =>
  keywords.some((keyword) => keyword in stated && !(keyword in shown));

/** Whether a schema that the SDK sees whole has something that no user could answer rightly. */
function beyond(schema: Json): true | undefined {
  const fields = Object.values(schema['properties'] as Record<string, Json>);
  const names = (schema['required'] ?? []) as string[];
  const items = fields.map((one) => (one['items'] ?? {}) as Json);
  const lists = [...fields, ...items].flatMap((one) => [one['enum'], one['oneOf'], one['anyOf']]);
  const isNobodys =
    names.some((name) => !Object.hasOwn(schema['properties'] as object, name)) ||
    lists.some((list) => Array.isArray(list) && list.length === 0) ||
    items.some((one) => 'type' in one && one['type'] !== 'string');
  return isNobodys || undefined;
}

const refused = (schema: Json): string | undefined =>
  questionProblem('ask', { message: 'Which?', schema })?.message;

test('what we let through the SDK takes whole, and what we refuse it refuses, shows in part, or nobody could answer', () => {
  const times = { taken: 0, refusedByBoth: 0, shownInPart: 0, beyond: 0 };
  fc.assert(
    fc.property(schemas, (schema) => {
      const said = refused(schema);
      const seen = asTheSdkSees(schema);
      if (!said) {
        expect({ schema, seen: seen && !losesAny(schema, seen) }).toEqual({ schema, seen: true });
        times.taken++;
      } else if (!seen) times.refusedByBoth++;
      else if (losesAny(schema, seen)) times.shownInPart++;
      else {
        const why = beyond(schema) ?? / can be checked/.test(said);
        expect({ schema, said, why }).toEqual({ schema, said, why: true });
        times.beyond++;
      }
    }),
    settings,
  );
  // Each kind came up, so that none of this is said of nothing.
  expect(Math.min(...Object.values(times))).toBeGreaterThan(0);
});

const form = (one: Json, more: Json = {}): Json => ({ type: 'object', properties: { one }, ...more });

test.each<[string, Json]>([
  ['what is required is no field', form({ type: 'string' }, { required: ['two'] })],
  ['there is nothing to choose', form({ type: 'string', enum: [] })],
  ['there is nothing to choose from for a list', form({ type: 'array', items: { anyOf: [] } })],
  [
    'texts are choices of numbers',
    form({ type: 'array', items: { type: 'number', anyOf: [{ const: 'a', title: 'A' }] } }),
  ],
  ['no answer can be checked', form({ type: 'string', minLength: -1 })],
])('the SDK shows it whole, and we refuse it all the same: %s', (_why, schema) => {
  expect(losesAny(schema, asTheSdkSees(schema)!)).toBe(false);
  expect(refused(schema)).toContain("can't be asked");
});

test.each<[string, Json]>([
  ['a pattern', form({ type: 'string', pattern: '^a' })],
  ['a step', form({ type: 'integer', multipleOf: 2 })],
  ['a mark', form({ type: 'string', writeOnly: true })],
  ['a closed form', form({ type: 'string' }, { additionalProperties: false, title: 'Form' })],
])('what MCP does not define passes, though the SDK does not show it: %s', (_what, schema) => {
  expect(asTheSdkSees(schema)).toBeDefined();
  expect(refused(schema)).toBeUndefined();
});
