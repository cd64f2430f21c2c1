import { Arg, ToolArguments, type ArgOptions } from '../../../src/index';
import { schemaOf } from '../../../src/embed';

class Nested {
  x = 1;
}

function withRules(options: Partial<ArgOptions>, initial?: unknown): () => unknown {
  class Made extends ToolArguments {
    field: unknown = initial;
  }
  Arg({ description: 'x', type: 'string', ...options })(Made.prototype, 'field');
  return () => schemaOf(Made);
}

test.each<[string, () => unknown, RegExp]>([
  [
    'a default against its own rule',
    withRules({ type: 'number', minimum: 5 }, 1),
    /Made\.field.*default.*at least 5/,
  ],
  ['a default outside its enum', withRules({ enum: ['a'] }, 'b'), /default.*one of "a"/],
  ['an example against its own rule', withRules({ minLength: 3, example: 'a' }), /example.*at least 3/],
  ['a minimum above its maximum', withRules({ type: 'number', minimum: 5, maximum: 3 }), /minimum.*maximum/],
  ['a rule of another type', withRules({ type: 'number', minLength: 3 }), /minLength.*number/],
  ['an empty enum', withRules({ enum: [] }), /enum.*empty/],
  ['a class instead of a thunk', withRules({ type: Nested as never }), /type: \(\) => Nested/],
  [
    'a rule beside a schema',
    withRules({ schema: { type: 'string' } }),
    /has schema and type, which would be ignored/,
  ],
  [
    'a type beside items',
    withRules({ items: 'string' }),
    /type, which says string, and items, which says array/,
  ],
  [
    'a type beside values',
    withRules({ values: 'string' }),
    /type, which says string, and values, which says object/,
  ],
  [
    'a type that its enum is not of',
    withRules({ enum: [1] }),
    /type, which says string, and enum, which says number/,
  ],
  ['a missing description', withRules({ description: undefined as never }), /has no description/],
])('%s is an author error', (_what, make, message) => expect(make).toThrow(message));

test('a nested class without notes is reported as such', () => {
  class Outer extends ToolArguments {
    @Arg('Nested') nested!: Nested;
    // @ts-expect-error -- wrong on purpose
    @Arg('When') when!: Date;
  }
  expect(() => schemaOf(Outer)).toThrow(/Outer\.nested.*Nested.*no @Arg/);
});
