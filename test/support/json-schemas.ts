import fc from 'fast-check';

/** A JSON Schema as authors may write it by hand; `true` and `false` are schemas too. */
export type RawSchema = Record<string, unknown> | boolean;

const NAMES = ['a', 'b', 'c', 'ab', 'constructor', 'hasOwnProperty'] as const;
const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  'b1',
  '12',
  '-3',
  '0.5',
  'true',
  'null',
  '[]',
  '[1]',
  '{}',
  '{"a":1}',
  '👍',
  'é👍',
];
const NUMBERS = [-3, -1.5, -1, -0, 0, 0.5, 1, 1.0, 1.5, 2, 3, 4, 6, 10, 1e15];

const name = fc.constantFrom(...NAMES);
const scalar = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS),
  fc.boolean(),
  fc.constant(null),
);

/** Builds an object from entries, keeping a member named `__proto__` as JSON.parse does. */
export function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries);
}

/** Any small JSON value. */
export const anyJson: fc.Arbitrary<unknown> = jsonOf(3);

function jsonOf(depth: number): fc.Arbitrary<unknown> {
  if (depth === 0) return scalar;
  const inner = jsonOf(depth - 1);
  // Ajv compares objects by their `constructor`, so that member stays a scalar where Ajv is the reference.
  const member = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(fc.constantFrom('a', 'b', 'c', 'ab'), inner) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('constructor', 'hasOwnProperty', '__proto__'), scalar) },
  );
  return fc.oneof(
    { weight: 3, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 3 }) },
    { weight: 2, arbitrary: fc.array(member, { maxLength: 4 }).map(objectOf) },
  );
}

const size = fc.nat(3);
const number = fc.constantFrom(...NUMBERS.filter((each) => each < 1e9));
const names = fc.uniqueArray(
  fc.oneof({ weight: 20, arbitrary: name }, { weight: 1, arbitrary: fc.constant('__proto__') }),
  {
    maxLength: 2,
  },
);
const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'] as const;
const type = fc.constantFrom(...types);
const plainJson = jsonOf(1);

type Keywords = Record<string, fc.Arbitrary<unknown>>;

const ABOUT_STRINGS: Keywords = {
  minLength: size,
  maxLength: size,
  pattern: fc.constantFrom('^a', '\\d', '^[a-z]*$', '👍', '^.$'),
  format: fc.constantFrom('date', 'email', 'nobody-knows-this'),
};
const ABOUT_NUMBERS: Keywords = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: fc.constantFrom(1, 2, 3, 0.5, 0.25, 1.5),
};
const ANNOTATIONS: Keywords = {
  title: fc.constant('Title'),
  description: fc.constant('Text'),
  default: plainJson,
  examples: fc.array(plainJson, { maxLength: 1 }),
  $comment: fc.constant('Why'),
  deprecated: fc.boolean(),
};

function inner(schema: fc.Arbitrary<RawSchema>): { arrays: Keywords; objects: Keywords; choice: Keywords } {
  return {
    arrays: { items: schema, minItems: size, maxItems: size, uniqueItems: fc.boolean() },
    objects: {
      properties: fc.dictionary(name, schema, { maxKeys: 3 }).map((members) => ({ ...members })),
      required: names,
      additionalProperties: fc.oneof(fc.boolean(), schema),
      minProperties: size,
      maxProperties: size,
    },
    choice: { anyOf: fc.array(schema, { minLength: 1, maxLength: 3 }) },
  };
}

function outside(schema: fc.Arbitrary<RawSchema>): Keywords {
  const list = fc.array(schema, { minLength: 1, maxLength: 2 });
  return {
    oneOf: list,
    allOf: list,
    not: schema,
    if: schema,
    then: schema,
    else: schema,
    patternProperties: fc
      .dictionary(fc.constantFrom('^a', 'b$', '.'), schema, { maxKeys: 2 })
      .map((map) => ({ ...map })),
    propertyNames: schema,
    dependentRequired: fc.dictionary(name, names, { maxKeys: 2 }).map((map) => ({ ...map })),
    dependentSchemas: fc.dictionary(name, schema, { maxKeys: 1 }).map((map) => ({ ...map })),
    prefixItems: list,
    contains: schema,
    unevaluatedProperties: fc.oneof(fc.boolean(), schema),
    unevaluatedItems: fc.boolean(),
    $ref: fc.constantFrom('#/$defs/one', '#/$defs/two'),
  };
}

function some(keywords: Keywords, most: number): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: most })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((keyword) => [keyword, keywords[keyword]!]))))
    .map((record) => ({ ...record }));
}

function schemaOf(depth: number, strange: boolean): fc.Arbitrary<RawSchema> {
  const deeper = depth > 0 ? schemaOf(depth - 1, strange) : type.map((each): RawSchema => ({ type: each }));
  const { arrays, objects, choice } = inner(deeper);
  const typed = fc.oneof(
    fc.tuple(fc.constant({ type: 'string' }), some(ABOUT_STRINGS, 2)),
    fc.tuple(fc.constantFrom({ type: 'number' }, { type: 'integer' }), some(ABOUT_NUMBERS, 2)),
    fc.tuple(fc.constant({ type: 'array' }), some(arrays, 3)),
    fc.tuple(fc.constant({ type: 'object' }), some(objects, 4)),
    fc.tuple(fc.constantFrom({ type: 'boolean' }, { type: 'null' }), fc.constant({})),
  );
  const literal = fc.oneof(
    plainJson.map((value) => ({ const: value })),
    fc.array(plainJson, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
  );
  const all = { ...ABOUT_STRINGS, ...ABOUT_NUMBERS, ...arrays, ...objects, ...choice };
  const merged = (parts: fc.Arbitrary<object[]>) =>
    parts.map((each): RawSchema => Object.assign({}, ...each));
  const list = fc.uniqueArray(type, { minLength: 1, maxLength: 3 }).map((each) => ({ type: each }));
  return fc.oneof(
    { weight: 6, arbitrary: merged(typed as fc.Arbitrary<object[]>) },
    { weight: 3, arbitrary: merged(fc.tuple(some(all, 3))) },
    { weight: 2, arbitrary: merged(fc.tuple(some(objects, 3), some(choice, 1), some(ANNOTATIONS, 1))) },
    {
      weight: 2,
      arbitrary: merged(
        fc.tuple(
          typed.map((each) => Object.assign({}, ...each) as object),
          some(choice, 1),
        ),
      ),
    },
    { weight: 1, arbitrary: merged(fc.tuple(literal, some(all, 1))) },
    ...(strange
      ? [
          { weight: 1, arbitrary: merged(fc.tuple(list, some(all, 2))) },
          { weight: 2, arbitrary: merged(fc.tuple(some(all, 2), some(outside(deeper), 2))) },
          { weight: 1, arbitrary: fc.boolean() as fc.Arbitrary<RawSchema> },
        ]
      : []),
  );
}

/** Schemas of tools: the root is an object; `strange` ones also use keywords that only Ajv supports. */
export function toolSchemas(strange: boolean): fc.Arbitrary<Record<string, unknown>> {
  const schema = schemaOf(2, strange);
  const { objects, choice } = inner(schema);
  return fc
    .tuple(
      fc.dictionary(name, schema, { maxKeys: 3 }).map((map) => ({ ...map })),
      some(objects, 3),
      some(choice, 1),
      strange ? some(outside(schema), 1) : fc.constant({}),
      schemaOf(1, false),
      schemaOf(0, false),
    )
    .map(([properties, rules, either, more, one, two]) => {
      const root = { type: 'object', properties, ...rules, ...either, ...more };
      return JSON.stringify(root).includes('"$ref"') ? { ...root, $defs: { one, two } } : root;
    });
}

/** Values that mostly match a schema, so that both verdicts occur often. */
export function near(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: fitting(schema) }, { weight: 1, arbitrary: anyJson });
}

function fitting(schema: unknown): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null) return anyJson;
  const stated = schema as Record<string, unknown>;
  if (Object.hasOwn(stated, 'const')) return fc.constant(stated['const']);
  if (Array.isArray(stated['enum'])) return fc.constantFrom(...(stated['enum'] as unknown[]));
  const branches = (stated['anyOf'] ?? stated['oneOf'] ?? stated['allOf']) as unknown[] | undefined;
  if (branches && stated['type'] === undefined) return fc.oneof(...branches.map(near));
  switch (
    [stated['type']].flat()[0] ??
    (stated['items'] ? 'array' : memberly(stated) ? 'object' : undefined)
  ) {
    case 'string':
      return fc.constantFrom(...TEXTS);
    case 'integer':
      return fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...NUMBERS.filter(Number.isInteger)) },
        { weight: 1, arbitrary: fc.constantFrom('3', '0.5') },
      );
    case 'number':
      return fc.constantFrom(...NUMBERS);
    case 'boolean':
      return fc.oneof({ weight: 5, arbitrary: fc.boolean() }, { weight: 1, arbitrary: fc.constant('true') });
    case 'null':
      return fc.constantFrom(null, 'null');
    case 'array':
      return fc.array(near(stated['items'] ?? true), { maxLength: 3 });
    case 'object':
      return members(stated, branches ?? []);
    default:
      return anyJson;
  }
}

function memberly(stated: Record<string, unknown>): boolean {
  return ['properties', 'required', 'additionalProperties'].some((keyword) => keyword in stated);
}

function members(stated: Record<string, unknown>, branches: readonly unknown[]): fc.Arbitrary<unknown> {
  const properties = Object.assign(
    {},
    ...branches.map((branch) => (branch as Record<string, object> | undefined)?.['properties'] ?? {}),
    stated['properties'],
  ) as Record<string, unknown>;
  const wanted = [stated, ...branches].flatMap(
    (each) => (each as { required?: string[] } | null)?.required ?? [],
  );
  const known = [...new Set([...Object.keys(properties), ...wanted])];
  const listed = known.map((key) =>
    fc.option(fc.tuple(fc.constant(key), near(Object.hasOwn(properties, key) ? properties[key] : true)), {
      freq: 6,
    }),
  );
  const free = fc.option(
    fc.tuple(fc.constantFrom('a', 'b', 'z', '__proto__'), near(stated['additionalProperties'])),
    { freq: 1 },
  );
  return fc
    .tuple(fc.tuple(...listed), free)
    .map(([entries, more]) => objectOf([...entries, more].filter((entry) => entry !== null)));
}
