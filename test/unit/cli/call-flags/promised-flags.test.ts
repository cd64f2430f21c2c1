import type { JsonSchema, ObjectSchema } from '../../../../src/base/json-schema';
import { flagsOf } from '../../../../src/cli/call-flags/call-flag';
import { flagHelp } from '../../../../src/cli/call-flags/call-flag-help';
import { parseFlags } from '../../../../src/cli/call-flags/parse-call-flags';
import { memberAt } from '../../../../src/base/nested-member';

// What help says a word sends is what is sent, for every kind of value, wherever it stands.
const KINDS: Readonly<Record<string, { schema: JsonSchema; word: string; sent: unknown; unset: unknown[] }>> =
  {
    text: { schema: { type: 'string' }, word: 'a b', sent: 'a b', unset: ['', 'null'] },
    number: { schema: { type: 'number' }, word: '-2.5', sent: -2.5, unset: [0] },
    integer: { schema: { type: 'integer' }, word: '3', sent: 3, unset: [0] },
    boolean: { schema: { type: 'boolean' }, word: '', sent: true, unset: [true, false] },
    enum: { schema: { type: 'string', enum: ['a', 'b'] }, word: 'b', sent: 'b', unset: ['a'] },
    'enum of numbers': { schema: { enum: [1, 2] }, word: '2', sent: 2, unset: [1] },
    'enum with the text null': {
      schema: { type: 'string', enum: ['a', 'null'] },
      word: 'null',
      sent: 'null',
      unset: [],
    },
    list: { schema: { type: 'array', items: { type: 'string' } }, word: 'x', sent: ['x'], unset: [[]] },
    'list of booleans': {
      schema: { type: 'array', items: { type: 'boolean' } },
      word: 'false',
      sent: [false],
      unset: [],
    },
    object: {
      schema: { type: 'object', properties: { x: { type: 'integer' } } },
      word: '{"x":1}',
      sent: { x: 1 },
      unset: [],
    },
    'open object': { schema: { type: 'object' }, word: '{"x":1}', sent: { x: 1 }, unset: [] },
    map: {
      schema: { type: 'object', additionalProperties: { type: 'integer' } },
      word: '{"x":1}',
      sent: { x: 1 },
      unset: [],
    },
  };

// The ways in which servers say that null is allowed.
const NULLABLE: Readonly<Record<string, (schema: JsonSchema) => JsonSchema>> = {
  'not nullable': (schema) => schema,
  'nullable by anyOf': (schema) => ({ anyOf: [schema, { type: 'null' }] }),
  'nullable by oneOf': (schema) => ({ oneOf: [schema, { type: 'null' }] }) as JsonSchema,
  'nullable by type': (schema) =>
    ({
      ...schema,
      ...(schema.type && { type: [schema.type, 'null'] }),
      ...(schema.enum && { enum: [...schema.enum, null] }),
    }) as JsonSchema,
};

const PLACES: Readonly<Record<string, { path: string[]; around: (schema: JsonSchema) => JsonSchema }>> = {
  argument: { path: ['b_c'], around: (schema) => schema },
  'nested field': {
    path: ['b_c', 'd'],
    around: (schema) => ({ type: 'object', properties: { d: schema } }),
  },
  'entry of a map': {
    path: ['b_c', 'KEY'],
    around: (schema) => ({ type: 'object', additionalProperties: schema }),
  },
  'field of an entry': {
    path: ['b_c', 'KEY', 'd'],
    around: (schema) => ({
      type: 'object',
      additionalProperties: { type: 'object', properties: { d: schema } },
    }),
  },
};

const io = { cwd: '/', env: {}, stdout: () => undefined, stderr: () => undefined };

interface Case {
  readonly properties: Record<string, JsonSchema>;
  readonly path: readonly string[];
  readonly required: boolean;
}

function read({ properties, path, required }: Case) {
  const schema = {
    type: 'object',
    properties,
    ...(required && { required: [path[0]!] }),
  } as unknown as ObjectSchema;
  const flags = flagsOf(schema);
  const help = flagHelp(flags);
  const sent = async (...words: string[]) => memberAt(await parseFlags(words, flags, io), path);
  return { help, sent };
}

const unquoted = (word: string) => word.replace(/^'|'$/g, '');

// Every word that help says something of, with the value that it says.
function promisesIn(line: string): { words: string; value: unknown }[] {
  const promises = [...line.matchAll(/('[^']+'|--\S+) for (null|false)\b/g)];
  const [, both] = /^ *--\[no-\](\S+)/.exec(line) ?? [];
  return [
    ...promises.map(([, words, value]) => ({
      words: unquoted(words!),
      value: JSON.parse(value!) as unknown,
    })),
    ...(both === undefined
      ? []
      : [
          { words: `--${both}`, value: true },
          { words: `--no-${both}`, value: false },
        ]),
  ];
}

describe.each(Object.entries(KINDS))('%s', (kind, { schema, word, sent, unset }) => {
  describe.each(Object.entries(PLACES))('as %s', (_, { path, around }) => {
    test.each(Object.entries(NULLABLE))('%s: what help promises is what is sent', async (how, nullable) => {
      const isNullable = how !== 'not nullable';
      const value = nullable(schema);
      const defaults = [undefined, ...unset, ...(isNullable ? [null] : [])];
      for (const usual of defaults)
        for (const required of [true, false]) {
          const field = usual === undefined ? value : { ...value, default: usual };
          const { help, sent: sentBy } = read({ properties: { b_c: around(field) }, path, required });
          const name = path.join('.').replace('b_c', 'b-c');
          const lines = help.filter((line) => line.includes(`b-c`));
          const promises = lines.flatMap((line) => promisesIn(line));
          for (const promise of promises.filter(({ words }) => words.replace(/=.*/, '').endsWith(name)))
            expect([promise.words, await sentBy(promise.words)]).toEqual([promise.words, promise.value]);
          const values = promises.filter(({ words }) => words.replace(/=.*/, '').endsWith(name));
          expect(values.some((promise) => promise.value === null)).toBe(isNullable);
          if (kind === 'boolean') {
            expect(await sentBy(`--${name}`)).toBe(true);
            for (const text of ['true', 'false'])
              expect(await sentBy(`--${name}=${text}`)).toBe(text === 'true');
            expect(await sentBy(`--no-${name}`)).toBe(false);
          } else {
            expect(await sentBy(`--${name}=${word}`)).toEqual(sent);
            expect(await sentBy(`--${name}`, word)).toEqual(sent);
          }
        }
    });
  });
});

describe('names that collide', () => {
  const boolean: JsonSchema = { type: 'boolean', default: true };
  const text: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  const help = (properties: Record<string, JsonSchema>) =>
    read({ properties, path: Object.keys(properties), required: false }).help;
  const sent = async (properties: Record<string, JsonSchema>, ...words: string[]) =>
    parseFlags(words, flagsOf({ type: 'object', properties } as ObjectSchema), io);

  test('a boolean beside one of its name with no_ is turned off with =false', async () => {
    const properties = { no_cache: { type: 'boolean', default: false } as JsonSchema, cache: boolean };
    expect(help(properties)).toEqual([
      '  --no-cache  (default false)',
      '  --cache     (--cache=false for false, since --no-cache is another argument; default true)',
    ]);
    expect(await sent(properties, '--no-cache')).toEqual({ no_cache: true });
    expect(await sent(properties, '--cache=false')).toEqual({ cache: false });
    expect(await sent(properties, '--no-no-cache')).toEqual({ no_cache: false });
    await expect(sent(properties, '--cache', 'false')).rejects.toThrow('write --cache or --cache=false');
    await expect(sent(properties, '--cache=no')).rejects.toThrow('write --cache=true or --cache=false');
  });

  test('a text beside one of its name with no_ is set to null with JSON', async () => {
    const properties = { no_note: { type: 'string' } as JsonSchema, note: text };
    expect(help(properties)[1]).toBe(`  --note TEXT     ('{"note":null}' for null)`);
    expect(await sent(properties, '{"note":null}')).toEqual({ note: null });
  });

  test('two arguments with the same option are written as they are named', async () => {
    const properties = { a_b: boolean, 'a-b': boolean };
    expect(help(properties)).toEqual(['  --[no-]a_b  (default true)', '  --[no-]a-b  (default true)']);
    for (const name of ['a_b', 'a-b']) {
      expect(await sent(properties, `--${name}`)).toEqual({ [name]: true });
      expect(await sent(properties, `--no-${name}`)).toEqual({ [name]: false });
    }
  });

  test('an argument that no option is left for is written as JSON', () => {
    const properties: Record<string, JsonSchema> = {
      a: { type: 'object', properties: { b: { type: 'integer' } } },
      'a.b': { type: 'integer' },
    };
    expect(help(properties)).toEqual([`  --a.b NUMBER`, `  '{"a.b":…}'`]);
  });
});

test('an object that may be null has a line of its own', () => {
  const place: JsonSchema = {
    anyOf: [{ type: 'object', properties: { x: { type: 'integer' } } }, { type: 'null' }],
  };
  expect(flagHelp(flagsOf({ type: 'object', properties: { place } }))).toEqual([
    '  --place JSON      ({ x?: number }; --no-place for null)',
    '  --place.x NUMBER',
  ]);
});
