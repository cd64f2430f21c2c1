import fc from 'fast-check';
import { compileCheck } from '../../src/json/checker';
import type { JsonSchema } from '../../src/base/json-schema';
import type { Report } from '../../src/json/check-report';
import { rounds } from '../support/rounds';

const RUNS = rounds(120, 4000);

interface Member {
  readonly name: string;
  readonly kind: 'string' | 'integer' | 'boolean' | 'list';
  readonly required: boolean;
}
interface Branch {
  readonly members: readonly Member[];
  readonly closed: boolean;
}

const KINDS = {
  string: { schema: { type: 'string' }, value: 'text' },
  integer: { schema: { type: 'integer' }, value: 7 },
  boolean: { schema: { type: 'boolean' }, value: true },
  list: { schema: { type: 'array', items: { type: 'string' } }, value: ['text'] },
};

const members = (names: readonly string[]): fc.Arbitrary<Member[]> =>
  fc.tuple(
    ...names.map((name, at) =>
      fc.record({
        name: fc.constant(name),
        kind: fc.constantFrom('string' as const, 'integer' as const, 'boolean' as const, 'list' as const),
        required: at === 0 ? fc.constant(true) : fc.boolean(),
      }),
    ),
  );

// With a discriminator, branches may have the same members; without one, each has its own.
const branch = (pool: readonly string[], least: number): fc.Arbitrary<Branch> =>
  fc.record({
    members: fc.subarray([...pool], { minLength: least }).chain(members),
    closed: fc.boolean(),
  });
const SHARED = ['size', 'owner', 'colour', 'weight'];
const OWN = [
  ['path', 'line', 'column'],
  ['url', 'method', 'headers'],
  ['query', 'limit', 'offset'],
];
const tagged = fc.array(branch(SHARED, 1), { minLength: 2, maxLength: 4 });
const untagged = fc.tuple(branch(OWN[0]!, 2), branch(OWN[1]!, 2), branch(OWN[2]!, 2));

function schemaOf({ members: all, closed }: Branch, tag: string | undefined): JsonSchema {
  return {
    type: 'object',
    properties: {
      ...(tag !== undefined && { kind: { const: tag } }),
      ...Object.fromEntries(all.map(({ name, kind }) => [name, KINDS[kind].schema as JsonSchema])),
    },
    required: [
      ...(tag === undefined ? [] : ['kind']),
      ...all.filter((each) => each.required).map(({ name }) => name),
    ],
    ...(closed && { additionalProperties: false }),
  };
}

const UNIONS: Record<string, (branches: JsonSchema[]) => JsonSchema> = {
  'anyOf, compiled': (anyOf) => ({ anyOf }),
  'anyOf with null': (anyOf) => ({ anyOf: [...anyOf, { type: 'null' }] }),
  'a union in a union': ([first, ...rest]) => ({ anyOf: [first!, { anyOf: rest }] }),
  oneOf: (oneOf) => ({ oneOf }),
  'oneOf in anyOf': ([first, ...rest]) => ({ anyOf: [{ oneOf: rest }, first!] }),
  'anyOf, by Ajv': (anyOf) => ({ allOf: [{ anyOf }] }),
};

const PLACES: readonly [prefix: string, (union: JsonSchema) => JsonSchema, (value: unknown) => unknown][] = [
  ['', (union) => union, (value) => value],
  ['u.', (union) => ({ type: 'object', properties: { u: union } }), (u) => ({ u })],
  [
    '[1].',
    (union) => ({ type: 'array', items: { anyOf: [{ type: 'null' }, union] } }),
    (value) => [null, value],
  ],
  ['x.', (union) => ({ type: 'object', additionalProperties: union }), (x) => ({ x })],
];

// What each union becomes when its branches are referred to.
function referring(schema: JsonSchema, branches: readonly JsonSchema[]): JsonSchema {
  const text = JSON.stringify(schema, (_key, value: unknown) => {
    const at = branches.indexOf(value as JsonSchema);
    return at < 0 ? value : { $ref: `#/$defs/branch${at}` };
  });
  const $defs = Object.fromEntries(branches.map((each, at) => [`branch${at}`, each]));
  return { ...(JSON.parse(text) as JsonSchema), $defs };
}

const breaks = fc.record({
  which: fc.nat(),
  member: fc.nat(),
  how: fc.constantFrom('wrong' as const, 'missing' as const, 'unknown' as const, 'tag' as const),
  place: fc.constantFrom(...PLACES),
  byReference: fc.boolean(),
});

describe.each(Object.keys(UNIONS))('%s', (union) => {
  test.each([
    ['a discriminator', tagged, true],
    ['members of their own', untagged, false],
  ])('a broken member of a branch is named, for branches with %s', (_kind, unions, hasTag) => {
    fc.assert(
      fc.property(
        unions as fc.Arbitrary<Branch[]>,
        breaks,
        (branches, { which, member, how, place, byReference }) => {
          const at = which % branches.length;
          const tags = branches.map((_, index) => (hasTag ? `kind-${index}` : undefined));
          const { members: all, closed } = branches[at]!;
          const value: Record<string, unknown> = {
            ...(hasTag && { kind: tags[at] }),
            ...Object.fromEntries(all.map(({ name, kind }) => [name, KINDS[kind].value])),
          };
          const broken = all[member % all.length]!;
          let field = broken.name;
          if (how === 'wrong') value[field] = { not: 'it' };
          else if (how === 'missing') {
            fc.pre(broken.required);
            delete value[field];
          } else if (how === 'unknown') {
            fc.pre(closed);
            value[(field = 'zzz')] = 1;
          } else {
            fc.pre(hasTag && union !== 'oneOf in anyOf' && (union !== 'a union in a union' || byReference));
            value[(field = 'kind')] = 'other';
          }
          const schemas = branches.map((each, index) => schemaOf(each, tags[index]));
          const [prefix, around, within] = place;
          const whole = around(UNIONS[union]!(schemas));
          const schema = byReference ? referring(whole, schemas) : whole;
          const report: Report = { problems: [], repairs: [], repairing: false };
          compileCheck(schema)(within(value), report);
          const fields = report.problems.map((problem) => problem.field);
          expect({ fields, schema, value }).toEqual({ fields: [`${prefix}${field}`], schema, value });
        },
      ),
      { numRuns: RUNS / 4 },
    );
  });
});
