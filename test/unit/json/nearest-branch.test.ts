import { compileCheck } from '../../../src/json/checker';
import type { JsonSchema } from '../../../src/base/json-schema';
import type { Report } from '../../../src/json/check-report';

function problemsOf(schema: unknown, value: unknown, repairing = false) {
  const report: Report = { problems: [], repairs: [], repairing };
  compileCheck(schema as JsonSchema)(value, report);
  return report.problems.sort((one, other) => one.field.localeCompare(other.field));
}

const shape = (properties: Record<string, unknown>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const TEXT = { type: 'string' };
const WHOLE = { type: 'integer' };
const A = shape({ kind: { const: 'alpha' }, n: WHOLE });
const B = shape({ kind: { const: 'beta' }, s: TEXT });
const FILE = shape({ path: TEXT, line: WHOLE }, ['path']);
const PAGE = shape({ url: TEXT });

type Union = (...branches: readonly unknown[]) => unknown;

// Our own checks, and the ways in which Ajv is asked.
describe.each<[string, Union]>([
  ['anyOf, compiled', (...anyOf) => ({ anyOf })],
  ['oneOf', (...oneOf) => ({ oneOf })],
  ['anyOf beside a keyword of Ajv', (...anyOf) => ({ allOf: [{ anyOf }] })],
  [
    'references',
    (...branches) => ({
      anyOf: branches.map((_, at) => ({ $ref: `#/$defs/b~1${at}` })),
      $defs: Object.fromEntries(branches.map((branch, at) => [`b/${at}`, branch])),
    }),
  ],
  ['parts of allOf', (...branches) => ({ anyOf: branches.map((branch) => ({ allOf: [branch] })) })],
])('a value that fits no branch of %s', (_engine, union) => {
  test.each<[string, unknown, object[]]>([
    ['a wrong member', { kind: 'alpha', n: 'x1' }, [{ field: 'n', message: /integer/ }]],
    ['a missing member', { kind: 'beta' }, [{ field: 's', message: 'is required' }]],
    ['a misspelt member', { kind: 'alpha', n: 1, N: 2 }, [{ field: 'N', nearest: 'n' }]],
    [
      'several at once',
      { kind: 'alpha', n: 'x', s: 'y' },
      [
        { field: 'n', message: /integer/ },
        { field: 's', message: /not a known/ },
      ],
    ],
    [
      'a discriminator of no branch',
      { kind: 'alpa', n: 1 },
      [{ field: 'kind', message: 'must be one of "alpha", "beta"; did you mean "alpha"?', nearest: 'alpha' }],
    ],
    ['a discriminator of another kind', { kind: 5 }, [{ field: 'kind', message: /"alpha", "beta"$/ }]],
    ['a missing discriminator, if the rest tells', { n: 1 }, [{ field: 'kind', message: 'is required' }]],
    [
      'nothing that tells',
      { foo: 1 },
      [{ field: '', message: 'fits none of the alternatives: kind "alpha" or kind "beta"' }],
    ],
    ['another kind of value', 5, [{ field: '', message: /^must be / }]],
  ])('by its discriminator: %s', (_case, value, expected) =>
    expect(problemsOf(union(A, B), value)).toEqual(like(expected)),
  );

  test.each<[string, unknown, object[]]>([
    ['a wrong member', { path: 5 }, [{ field: 'path', message: /string/ }]],
    ['a wrong optional member', { path: 'a', line: 'x' }, [{ field: 'line', message: /integer/ }]],
    ['a member of the other', { url: 'a', line: 'x' }, [{ field: 'line', message: /not a known/ }]],
    ['a misspelt one', { pth: 'a' }, [{ field: 'path' }, { field: 'pth', nearest: 'path' }]],
    ['none', {}, [{ field: '', message: 'fits none of the alternatives: {path, line?} or {url}' }]],
    ['a strange one', { foo: 1 }, [{ field: '', message: /^fits none.*\{path, line\?\} or \{url\}$/ }]],
  ])('by its members: %s', (_case, value, expected) =>
    expect(problemsOf(union(FILE, PAGE), value)).toEqual(like(expected)),
  );

  test.each<[string, unknown, unknown, object[]]>([
    [
      'a text',
      union(WHOLE, { type: 'string', pattern: '^x' }),
      'abc',
      [{ field: '', message: 'must match ^x' }],
    ],
    [
      'one of two texts',
      union({ type: 'string', pattern: '^x' }, { type: 'string', pattern: '^y' }),
      'abc',
      [{ field: '', message: 'fits none of the alternatives: must match ^x or must match ^y' }],
    ],
    ['the only object', union(A, TEXT), { foo: 1 }, [{ field: 'foo' }, { field: 'kind' }, { field: 'n' }]],
    [
      'a list',
      union({ type: 'array', items: WHOLE }, { type: 'array', items: TEXT }),
      [1, 2, 'x', 4],
      [{ field: '[2]', message: /integer/ }],
    ],
  ])('by its kind: %s', (_case, schema, value, expected) =>
    expect(problemsOf(schema, value)).toEqual(like(expected)),
  );
});

describe.each(['anyOf', 'oneOf'])('a union of %s is found', (keyword) => {
  const union = { [keyword]: [A, B] };

  test.each<[string, unknown, unknown, string]>([
    [
      'in a list',
      { items: union },
      [
        { kind: 'beta', s: 'x' },
        { kind: 'alpha', n: 'x' },
      ],
      '[1].n',
    ],
    ['in a map', { additionalProperties: union }, { x: { kind: 'beta', s: 1 } }, 'x.s'],
    ['in a union', { [keyword]: [union, { type: 'null' }, FILE] }, { kind: 'alpha', n: 'x' }, 'n'],
    ['in another kind of union', { anyOf: [union, FILE] }, { kind: 'alpha', n: 'x' }, 'n'],
    [
      'below a branch of a union',
      { [keyword]: [shape({ kind: { const: 'group' }, of: { type: 'array', items: union } }), PAGE] },
      {
        kind: 'group',
        of: [
          { kind: 'beta', s: 'x' },
          { kind: 'beta', s: 1 },
        ],
      },
      'of[1].s',
    ],
  ])('%s', (_where, schema, value, field) => expect(problemsOf(schema, value)).toEqual(like([{ field }])));
});

test('a union that refers to itself is judged at every depth', () => {
  const schema = {
    $ref: '#/$defs/node',
    $defs: {
      node: { anyOf: [{ $ref: '#/$defs/leaf' }, { $ref: '#/$defs/tree' }] },
      leaf: A,
      tree: shape({ kind: { const: 'tree' }, of: { type: 'array', items: { $ref: '#/$defs/node' } } }),
    },
  };
  const value = { kind: 'tree', of: [{ kind: 'tree', of: [{ kind: 'alpha', n: 'x' }, { kind: 'leaf' }] }] };
  expect(problemsOf(schema, value)).toEqual(
    like([
      { field: 'of[0].of[0].n', message: /integer/ },
      { field: 'of[0].of[1].kind', message: /"alpha", "tree"/ },
    ]),
  );
});

test('of two discriminators the one that no branch has is named', () => {
  const both = (first: string, second: string) =>
    shape({ first: { const: first }, second: { const: second } });
  const schema = { anyOf: [both('x', 'p'), both('x', 'r'), both('y', 'q')] };
  expect(problemsOf(schema, { first: 'x', second: 'z' })).toEqual(
    like([{ field: 'second', message: 'must be one of "p", "r"' }]),
  );
});

test('what can be repaired is not wrong, and JSON text is judged by what it holds', () => {
  const schema = { anyOf: [shape({ kind: { const: 'alpha' }, n: WHOLE, m: WHOLE }), B] };
  expect(problemsOf(schema, { kind: 'alpha', n: '5', m: 'x' }, true)).toEqual(like([{ field: 'm' }]));
  expect(problemsOf(schema, '{"kind":"alpha","n":5,"m":"x"}', true)).toEqual(like([{ field: 'm' }]));
});

test('branches with hundreds of wrong items are still one union', () => {
  const many = (kind: string) => shape({ kind: { const: kind }, list: { type: 'array', items: WHOLE } });
  const list = Array.from({ length: 300 }, () => 'x');
  const problems = problemsOf({ oneOf: [many('a'), many('b')] }, { kind: 'b', list });
  expect(problems).toContainEqual(expect.objectContaining({ field: 'list[0]' }));
  expect(problems.filter(({ field }) => field === 'kind')).toEqual([]);
});

function like(expected: readonly object[]): unknown {
  return expected.map((each) => {
    const { message } = each as { message?: unknown };
    if (!(message instanceof RegExp)) return expect.objectContaining(each);
    return expect.objectContaining({ ...each, message: expect.stringMatching(message) as unknown });
  });
}
