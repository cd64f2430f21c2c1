import { defineTool } from '../../../src/index';
import { compileCheck } from '../../../src/json/checker';
import type { JsonSchema } from '../../../src/base/json-schema';
import type { Report } from '../../../src/json/check-report';

function report(schema: unknown, value: unknown, repairing = false): Report & { value: unknown } {
  const found: Report = { problems: [], repairs: [], repairing };
  const checked = compileCheck(schema as JsonSchema)(value, found);
  return { ...found, value: checked };
}
const fits = (schema: unknown, value: unknown) => report(schema, value).problems.length === 0;
const parsed = (text: string): unknown => JSON.parse(text);

describe('keywords beside each other', () => {
  const either = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    additionalProperties: false,
  };

  test.each([
    [{}, false],
    [{ a: 5 }, false],
    [{ a: 'x', z: 1 }, false],
    [{ a: 'x' }, true],
    [{ b: 'x' }, true],
  ])('anyOf does not hide its siblings: %j', (value, verdict) => expect(fits(either, value)).toBe(verdict));

  test('a refusal by anyOf says what is allowed', () =>
    expect(report(either, {}).problems).toEqual([
      {
        field: '',
        message: 'must be object with a or object with b',
        received: '{} (object)',
        allowed: 'object with a or object with b',
      },
    ]));

  test('where only one branch can be meant, its problems are named', () =>
    expect(
      report(
        { anyOf: [{ type: 'object', properties: { x: { type: 'integer' } } }, { type: 'null' }] },
        { x: 'no' },
      ).problems,
    ).toMatchObject([{ field: 'x', message: 'must be an integer' }]));

  test.each([
    [{ required: ['a'] }, {}],
    [{ additionalProperties: false }, { a: 1 }],
    [{ additionalProperties: { type: 'string' } }, { a: 1 }],
    [{ properties: { a: { type: 'string' } } }, { a: 1 }],
    [{ minProperties: 1 }, {}],
    [{ maxProperties: 0 }, { a: 1 }],
    [{ items: { type: 'string' } }, [1]],
  ])('%j holds without a type', (schema, value) => {
    expect(fits(schema, value)).toBe(false);
    expect(fits(schema, 'a string')).toBe(true);
  });
});

describe('lists of types', () => {
  const schema = { type: 'object', properties: { a: { type: ['string', 'null'] } } };

  test('each of them is taken, and nothing else', () => {
    expect(fits(schema, { a: 'x' })).toBe(true);
    expect(fits(schema, { a: null })).toBe(true);
    expect(report(schema, { a: 5 }).problems).toEqual([
      {
        field: 'a',
        message: 'must be of type string or null',
        received: '5 (number)',
        allowed: 'string or null',
      },
    ]);
  });
});

describe('values that are easily misjudged', () => {
  test.each([
    [19.99, 0.01, true],
    [0.3, 0.1, true],
    [0.35, 0.1, false],
    [1e-7, 1e-8, true],
    [-4.5, 1.5, true],
    [7, 2, false],
    [1e22, 10, true],
    [0, 3, true],
  ])('%d as a multiple of %d: %s', (value, multipleOf, verdict) => {
    expect(fits({ multipleOf }, value)).toBe(verdict);
    expect(fits({ allOf: [{ multipleOf }] }, value)).toBe(verdict);
  });

  test.each([
    [{ type: 'integer' }, 1.0, true],
    [{ const: 0 }, -0, true],
    [{ const: null }, null, true],
    [{ const: null }, 0, false],
    [{ const: undefined }, 'anything', true],
    [{ enum: [{ a: 1, b: 2 }] }, { b: 2, a: 1 }, true],
    [{ enum: [[1]] }, { 0: 1 }, false],
    [{ const: { a: 1 } }, { toString: 1 }, false],
    [{ not: { const: { a: 1 } } }, { toString: 1 }, true],
    [{ not: { const: { toString: 1 } } }, { toString: 1 }, false],
    [{ required: ['constructor'] }, {}, false],
    [{ properties: { toString: { type: 'string' } } }, {}, true],
    [{ allOf: [{ required: ['toString'] }] }, {}, false],
    [{ required: ['__proto__'] }, {}, false],
    [{ required: ['__proto__'] }, parsed('{"__proto__":1}'), true],
    [{ additionalProperties: false }, parsed('{"__proto__":1}'), false],
    [{ properties: parsed('{"__proto__":{"type":"string"}}') }, parsed('{"__proto__":1}'), false],
    [{ minLength: 2 }, '👍', false],
    [{ maxLength: 1 }, '👍', true],
    [{ properties: { a: false } }, { a: 1 }, false],
    [{ properties: { a: true } }, { a: 1 }, true],
  ])('%j for %j: %s', (schema, value, verdict) => expect(fits(schema, value)).toBe(verdict));

  test.each([
    [[1, 1], false],
    [[0, -0], false],
    [[1, '1'], true],
    [['[1]', [1]], true],
    [[null, 'null', 'undefined'], true],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      false,
    ],
    [[{ a: 1 }, { a: 1, b: 1 }], true],
    [
      [
        [1, 2],
        [2, 1],
      ],
      true,
    ],
    [['__proto__', '__proto__'], false],
  ])('the items of %j are different: %s', (items, verdict) => {
    expect(fits({ uniqueItems: true }, items)).toBe(verdict);
    expect(fits({ allOf: [{ uniqueItems: true }] }, items)).toBe(verdict);
    expect(fits({ uniqueItems: false }, items)).toBe(true);
  });
});

describe('repairs', () => {
  test('reach into the parts that are compiled beside one that is not', () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer' }, x: { oneOf: [{ type: 'integer' }, { type: 'boolean' }] } },
    };
    expect(report(schema, { n: '5', x: 1 }, true)).toMatchObject({ value: { n: 5, x: 1 }, problems: [] });
    expect(report(schema, { n: 5, x: '1' }, true).problems).toMatchObject([{ field: 'x' }]);
  });

  test.each([
    [{ uniqueItems: true, items: { type: 'integer' } }, ['1', 1]],
    [{ type: 'string', anyOf: [{ type: 'object' }] }, '{"a":1}'],
    [
      { anyOf: [{ properties: { a: { type: 'string' } } }], properties: { a: { type: 'integer' } } },
      { a: '5' },
    ],
  ])('never end in what the schema refuses: %j', (schema, value) =>
    expect(report(schema, value, true).problems).not.toEqual([]),
  );

  test('keep a member named __proto__ a member', () => {
    const { value } = report(
      { additionalProperties: { type: 'integer' } },
      parsed('{"__proto__":"5","a":"6"}'),
      true,
    );
    expect(JSON.stringify(value)).toBe('{"__proto__":5,"a":6}');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe('what only Ajv can judge', () => {
  const wrong = (schema: unknown, value: unknown) => report(schema, value).problems;

  test.each([
    [
      'a branch',
      { properties: { n: { oneOf: [{ type: 'integer' }, { type: 'string', pattern: '^x' }] } } },
      { n: 'abc' },
      { field: 'n', message: 'must match ^x', received: '"abc"', allowed: '^x' },
    ],
    [
      'two branches at once',
      { oneOf: [{ minimum: 1 }, { minimum: 2 }] },
      3,
      { field: '', message: 'must fit only one of the allowed forms' },
    ],
    [
      'a limit, in the words of compiled checks',
      { allOf: [{ properties: { list: { items: { minimum: 3 } } } }] },
      { list: [5, 1] },
      { field: 'list[1]', message: 'must be at least 3', received: '1 (number)' },
    ],
    [
      'a missing member',
      { allOf: [{ properties: { p: { required: ['x'], properties: { x: { type: 'string' } } } } }] },
      { p: {} },
      { field: 'p.x', message: 'is required', allowed: 'string' },
    ],
    [
      'an unknown member',
      { allOf: [{ properties: { colour: {} }, additionalProperties: false }] },
      { color: 1 },
      { field: 'color', nearest: 'colour' },
    ],
    [
      'a member that another one needs',
      { dependentRequired: { a: ['b'] } },
      { a: 1 },
      { field: 'b', message: 'is required when a is given' },
    ],
    ['what is excluded', { not: { type: 'string' } }, 'x', { field: '', message: 'must not be string' }],
    [
      'a list without a wanted item',
      { contains: { type: 'integer' } },
      ['x'],
      { field: '', message: 'must contain at least 1 item matching: integer' },
    ],
    [
      'a wrong name',
      { propertyNames: { pattern: '^a' } },
      { b: 1 },
      { field: '', message: 'must not have a member named "b"' },
    ],
    [
      'a member that no pattern allows',
      { patternProperties: { '^a': false } },
      { a: 1 },
      { field: 'a', message: 'is not allowed' },
    ],
    [
      'a reference',
      { $ref: '#/$defs/n', $defs: { n: { properties: { 'a/b': { type: 'integer' } } } } },
      { 'a/b': 'x' },
      { field: 'a/b', message: 'must be of type integer', received: '"x"' },
    ],
    [
      'a condition',
      { if: { type: 'string' }, then: { minLength: 3 } },
      'ab',
      { message: 'must have at least 3 characters' },
    ],
  ])('names %s once', (_what, schema, value, problem) => {
    const problems = wrong(schema, value);
    expect(problems).toMatchObject([problem]);
  });

  test('a value that is nested too deeply is refused', () => {
    const schema = {
      $ref: '#/$defs/list',
      $defs: { list: { type: 'array', items: { $ref: '#/$defs/list' } } },
    };
    const deep = parsed('['.repeat(50_000) + ']'.repeat(50_000));
    expect(wrong(schema, deep)).toMatchObject([{ message: 'is nested too deeply' }]);
  });

  test('a schema of another dialect is judged by its rules', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    const tuple = { $schema, properties: { p: { items: [{ type: 'string' }], additionalItems: false } } };
    expect(fits(tuple, { p: ['a'] })).toBe(true);
    expect(fits(tuple, { p: [1] })).toBe(false);
    expect(fits(tuple, { p: ['a', 1] })).toBe(false);
    const recursive = {
      $schema: 'https://json-schema.org/draft/2019-09/schema',
      type: ['object'],
      properties: { next: { $recursiveRef: '#' } },
    };
    expect(fits(recursive, { next: { next: 1 } })).toBe(false);
    expect(fits({ $schema: 'https://example.com/mine', type: ['string'] }, 'x')).toBe(true);
    expect(fits({ $async: true, type: ['string'], format: 'unheard-of' }, 5)).toBe(false);
  });

  test('two schemas may have the same id', () => {
    expect(fits({ $id: 'https://example.com/a', type: ['string'] }, 'x')).toBe(true);
    expect(fits({ $id: 'https://example.com/a', type: ['null'] }, 'x')).toBe(false);
  });
});

describe('a schema that is not valid', () => {
  const define = (member: unknown) =>
    defineTool({
      name: 'odd',
      description: 'Odd.',
      inputSchema: { type: 'object', properties: { a: member }, required: ['a'] } as JsonSchema,
      run: () => 1,
    });

  test.each([
    [{ minLength: -1 }, /tool 'odd': .*properties\.a\.minLength must be >= 0, got -1/],
    [{ type: 'strin' }, /tool 'odd': .*properties\.a\.type .*string.*"strin"/],
    [{ type: ['string', 'strin'] }, /tool 'odd': .*type/],
    [{ oneOf: [{ type: 'strin' }] }, /tool 'odd': .*oneOf/],
    [{ pattern: '[' }, /tool 'odd': .*regular expression.*Escape/],
    [{ items: [{ type: 'string' }] }, /tool 'odd': .*prefixItems/],
    [{ required: 'a' }, /tool 'odd': .*required must be array/],
    [{ anyOf: [] }, /tool 'odd': .*anyOf/],
    [{ exclusiveMinimum: true }, /tool 'odd': .*exclusiveMinimum must be number/],
    [{ patternProperties: { '[': false } }, /tool 'odd': .*regular expression/],
    [null, /tool 'odd': .*properties\.a must be object,boolean/],
  ])('is refused when the tool is made: %j', (member, message) =>
    expect(() => define(member)).toThrow(message),
  );

  test.each([
    [{ $ref: '#/$defs/none' }, /tool 'odd': .*none.*\$defs/],
    [{ allOf: [{ properties: parsed('{"__proto__":{}}') }] }, /tool 'odd': .*__proto__/],
  ])('is refused when the tool is first listed: %j', (member, message) =>
    expect(() => define(member).describe()).toThrow(message),
  );

  test.each([
    [{ type: ['string', 'null'] }],
    [{ $ref: '#/properties/b' }],
    [{ if: true, then: false }],
    [{ format: 'unheard-of', 'x-mine': 1 }],
  ])('is not suspected where it is valid: %j', (member) => expect(() => define(member)).not.toThrow());
});
