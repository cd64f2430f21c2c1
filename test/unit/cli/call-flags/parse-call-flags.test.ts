import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema, ObjectSchema } from '../../../../src/base/json-schema';
import { flagsOf } from '../../../../src/cli/call-flags/call-flag';
import { flagHelp } from '../../../../src/cli/call-flags/call-flag-help';
import { parseFlags } from '../../../../src/cli/call-flags/parse-call-flags';
import { splitWords } from '../../../../src/cli/call-flags/split-call-words';
import { temporaryDirectory } from '../../../support/temporary-directory';

const SCHEMA: ObjectSchema = {
  type: 'object',
  required: ['title'],
  properties: {
    title: { type: 'string', description: 'What to do' },
    tags: { type: 'array', items: { type: 'string' } },
    scores: { type: 'array', items: { type: 'number' } },
    max_results: { type: 'integer', minimum: 1, maximum: 9, default: 5 },
    urgent: { type: 'boolean', default: false },
    kind: { type: 'string', enum: ['todo', 'idea'] },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'More' },
    point: { type: 'object', properties: { x: { type: 'number' }, on_map: { type: 'boolean' } } },
    place: { anyOf: [{ type: 'object', properties: { name: { type: 'string' } } }, { type: 'null' }] },
    free: {},
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    per_day: { type: 'object', additionalProperties: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
    meals: {
      type: 'object',
      additionalProperties: {
        type: 'object',
        properties: {
          dish: { type: 'string', description: 'What to cook' },
          for_people: { type: 'integer' },
          sides: { type: 'array', items: { type: 'string' } },
        },
      },
    },
    marks: { type: 'object', additionalProperties: { type: 'boolean' } },
    groups: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  },
};

const FURTHER: ObjectSchema['properties'] = {
  maybe: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
  lines: {
    type: 'array',
    items: {
      type: 'object',
      required: ['sku'],
      properties: { sku: { type: 'string' }, count: { type: 'integer' } },
    },
  },
  deep: {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        properties: { b: { type: 'object', properties: { c: { type: 'string' } } } },
      },
    },
  },
};

const cwd = temporaryDirectory('tw-flags');
const io = { cwd, env: {}, stdout: () => undefined, stderr: () => undefined };
const parsed = (words: string[], stdin?: string) =>
  parseFlags(words, flagsOf({ ...SCHEMA, properties: { ...SCHEMA.properties, ...FURTHER } }), {
    ...io,
    ...(stdin !== undefined && { readStdin: () => Promise.resolve(stdin) }),
  });

test.each<[string[], object]>([
  [['--title', 'Buy milk', '--tag', 'home', '--tag', 'food'], { title: 'Buy milk', tags: ['home', 'food'] }],
  [['--tags=["a","b"]', '--tags', 'c'], { tags: ['a', 'b', 'c'] }],
  [['--scores', '1', '--scores', '-2.5'], { scores: [1, -2.5] }],
  [['--max-results', '3'], { max_results: 3 }],
  [['--max_results=3'], { max_results: 3 }],
  [['--urgent'], { urgent: true }],
  [['--no-urgent'], { urgent: false }],
  [['--urgent=false'], { urgent: false }],
  [['--no-note', '--no-tags'], { note: null, tags: [] }],
  [['--note', 'null'], { note: 'null' }],
  [['--point.x', '1', '--point.on-map'], { point: { x: 1, on_map: true } }],
  [['--point', '{"x":1,"on_map":true}'], { point: { x: 1, on_map: true } }],
  [['--point={"x":1}', '--point.on-map'], { point: { x: 1, on_map: true } }],
  [['--point.on-map', '--point', '{"x":1}'], { point: { x: 1, on_map: true } }],
  [['--no-place'], { place: null }],
  [['--place', '{"name":"home"}'], { place: { name: 'home' } }],
  [['--free', '{"a":1}'], { free: { a: 1 } }],
  [['--free', 'plain'], { free: 'plain' }],
  [['--labels', '{"a":"b"}'], { labels: { a: 'b' } }],
  [['--labels.a', 'b', '--labels.max_c-d.e=f'], { labels: { a: 'b', 'max_c-d.e': 'f' } }],
  [['--labels', '{"a":"b","c":"d"}', '--labels.a', 'x'], { labels: { a: 'x', c: 'd' } }],
  [['--labels.a', 'x', '--labels', '{"c":"d"}'], { labels: { a: 'x', c: 'd' } }],
  [['--per-day.mon', '2', '--no-per_day.tue'], { per_day: { mon: 2, tue: null } }],
  [['--marks.a', '--no-marks.b'], { marks: { a: true, b: false } }],
  [['--groups.a', 'x', '--groups.a', 'y', '--groups.b', 'z'], { groups: { a: ['x', 'y'], b: ['z'] } }],
  [
    ['--meals.mon.dish', 'soup', '--meals.mon.for-people=2'],
    { meals: { mon: { dish: 'soup', for_people: 2 } } },
  ],
  [
    ['--meals.mon', '{"dish":"soup"}', '--meals.mon.side', 'a'],
    { meals: { mon: { dish: 'soup', sides: ['a'] } } },
  ],
  [['--meals.a.b.dish', 'x', '--meals', '{"c":{}}'], { meals: { 'a.b': { dish: 'x' }, c: {} } }],
  [
    ['--meals.a-b.dish', 'x', '--meals.a_b.dish', 'y'],
    { meals: { 'a-b': { dish: 'x' }, a_b: { dish: 'y' } } },
  ],
  [['--title', '--urgent'], { title: '--urgent' }],
  [
    ['--urgent', '{"title":"a"}', '--no-note', ' {"scores":[1]}'],
    { urgent: true, title: 'a', note: null, scores: [1] },
  ],
  [['--maybe=null', '--per-day.x=null'], { maybe: null, per_day: { x: null } }],
  [['--title='], { title: '' }],
  [['--title', '@@home'], { title: '@home' }],
  [['{"title":"a","max_results":2}', '--title', 'b'], { title: 'b', max_results: 2 }],
])('%j', async (words, args) => {
  expect(await parsed(words)).toEqual(args);
});

test('a value comes from a file or from stdin, and so does the whole object', async () => {
  writeFileSync(join(cwd, 'long.txt'), 'long\n');
  writeFileSync(join(cwd, 'args.json'), '{"title":"from a file"}');
  expect(await parsed(['--title', '@long.txt'])).toEqual({ title: 'long\n' });
  expect(await parsed(['--title', '-'], 'piped')).toEqual({ title: 'piped' });
  expect(await parsed(['@args.json'])).toEqual({ title: 'from a file' });
  expect(await parsed(['-'], '{"urgent":true}')).toEqual({ urgent: true });
  for (const [words, first] of [
    [['--title', '-', '--tag', '-'], '--title'],
    [['-', '--title', '-'], 'all arguments'],
    [['--tag', '-', '--tag', '-'], '--tags'],
  ] as const)
    await expect(parsed([...words], '{"urgent":true}')).rejects.toThrow(
      `stdin was read for ${first} already, and can be read only once; write @FILE for one of them`,
    );
});

test.each<[string[], RegExp]>([
  [['--labels.', 'x'], /--labels\.: the tool has no such argument; did you mean --labels\?/],
  [['--meals.mon.dish', 'x', '--meals.mon.dish', 'y'], /--meals\.mon\.dish: given twice/],
  [['--meals.mon.dsh', 'x'], /--meals\.mon\.dsh: not valid JSON; write '\{"key": …\}'/],
  [['--labels.a', 'x', '--labels.a', 'y'], /--labels\.a: given twice/],
  [['--per-day.mon', 'two'], /--per-day\.mon: 'two' is not a number/],
  [['--titel', 'x'], /--titel: the tool has no such argument; did you mean --title\?/],
  [['--zzzzzz', 'x'], /no such argument; it takes --title, --tags/],
  [['--title'], /--title: needs a value; write --title VALUE/],
  [['--title', 'a', '--title', 'b'], /--title: given twice/],
  [
    ['--titel', 'a', '--urgnet', '--knid=x'],
    /--titel: .* --title\? --urgnet: .* --urgent\? --knid: .* --kind\?/,
  ],
  [['--point', 'x'], /--point: not valid JSON; write '\{"key": …\}'/],
  [['--max-results', 'many'], /--max-results: 'many' is not a number/],
  [
    ['--urgent=perhaps'],
    /--urgent: 'perhaps' is neither true nor false; write --urgent=true or --urgent=false/,
  ],
  [['--no-title'], /--no-title: the tool has no such argument/],
  [['--no-urgent=1'], /--no-urgent: takes no value/],
  [['--labels', 'x'], /--labels: not valid JSON; write '\{"key": …\}'/],
  [['--title', '@nowhere.txt'], /--title: nowhere\.txt can't be read .*; write @@ for a plain @/],
  [['milk'], /'milk' is not valid JSON .*write arguments as --name value/],
  [['[1]'], /must be one JSON object, and '\[1\]' is none/],
  [
    ['--urgent', 'false'],
    /--urgent: takes no value after a blank, but 'false' follows; write --urgent or --no-urgent$/,
  ],
  [['--no-urgent', 'x'], /--no-urgent: takes no value after a blank, but 'x' follows; write --urgent or/],
  [['--marks.a', '0'], /--marks\.a: .*; write --marks\.a or --no-marks\.a$/],
  [['--maybe', 'no'], /--maybe: .*; write --maybe, --no-maybe or --maybe=null$/],
  [['--maybe=no'], /'no' is neither true, false nor null; write .* or --maybe=null$/],
  [['--no-note', 'x'], /--no-note: .* follows; write --no-note by itself, or --note VALUE$/],
  [['--no-note=x'], /--no-note: takes no value; write --no-note by itself, or --note=VALUE$/],
  [
    ['--line.count', '3'],
    /^--line\.count: an item of lines is written as JSON: --line '\{"sku":"sku","count":1\}'$/,
  ],
  [['--lines.0.sku', 'x'], /an item of lines is written as JSON: --lines '\{"sku":"sku"\}'$/],
  [['--lines[0].sku=x'], /an item of lines is written as JSON: --lines '\{"sku":"sku"\}'$/],
  [['--lines[]', 'x'], /an item of lines is written as JSON/],
  [['--tags.0', 'x'], /the items of tags are given one by one: --tags item --tags …$/],
  [['--scores[1]=2'], /the items of scores are given one by one: --scores 1 --scores …$/],
  [['--deep.a.b.c', 'x'], /^--deep\.a\.b\.c: deep\.a\.b is written as JSON: --deep\.a\.b '\{"c":"c"\}'$/],
  [['--free.x', '1'], /^--free\.x: free is written as JSON: --free '\{"key": …\}'$/],
  [['--lines.0.sku', 'x', '--titel', 'y'], /--lines\.0\.sku: an item .* --titel: .* --title\?/],
])('%j is refused in one line with the cure', async (words, message) => {
  await expect(parsed(words)).rejects.toThrow(message);
  await expect(parsed(words)).rejects.not.toThrow(/\n/);
});

test('a name from a prototype is not taken for an argument', async () => {
  await expect(parsed(['--constructor', 'x'])).rejects.toThrow(/no such argument/);
  expect(Object.keys(await parsed(['{"__proto__":{"title":"x"}}']))).toEqual(['__proto__']);
  const { labels } = await parsed(['--labels.__proto__', 'x']);
  expect(Object.entries(labels as object)).toEqual([['__proto__', 'x']]);
});

test('help names every flag with its rules', () => {
  expect(flagHelp(flagsOf(SCHEMA)).join('\n')).toMatchInlineSnapshot(`
    "  --title TEXT                   What to do (required)
      --tags TEXT …                  (repeatable)
      --scores NUMBER …              (repeatable)
      --max-results NUMBER           (at least 1, at most 9; default 5)
      --urgent                       (default false)
      --kind todo|idea
      --note TEXT                    More (--no-note for null)
      --point.x NUMBER
      --point.on-map
      --place JSON                   ({ name?: string }; --no-place for null)
      --place.name TEXT
      --free JSON
      --labels.KEY TEXT              (Record<string, string>; or --labels JSON)
      --per-day.KEY NUMBER           (Record<string, number | null>; or --per-day JSON; --no-per-day.KEY for null in it)
      --meals.KEY JSON               (Record<string, { dish?: string; for_people?: number; sides?: string[] }>; or --meals JSON)
      --meals.KEY.dish TEXT          What to cook
      --meals.KEY.for-people NUMBER
      --meals.KEY.sides TEXT …       (repeatable)
      --marks.KEY                    (Record<string, boolean>; or --marks JSON)
      --groups.KEY TEXT …            (Record<string, string[]>; or --groups JSON)"
  `);
});

describe('a command line about a tool', () => {
  const known = {
    app: { type: 'string' },
    json: { type: 'boolean' },
    config: { type: 'string', short: 'c' },
  } as const;

  test.each<[string[], object]>([
    [
      ['--app', 'a.js', 'add', '--x', '1', '--json'],
      { name: 'add', own: ['--app', 'a.js', '--json'], after: ['json'], rest: ['--x', '1'] },
    ],
    [
      ['-c', 'f.yaml', 'add', '{"x":1}'],
      { name: 'add', own: ['-c', 'f.yaml'], after: [], rest: ['{"x":1}'] },
    ],
    [['add', '--', '--json', '--app=x'], { name: 'add', own: [], after: [], rest: ['--json', '--app=x'] }],
    [['--nope', 'add'], { name: 'add', own: ['--nope'], after: [], rest: [] }],
    [['add', '--x', '-5'], { name: 'add', own: [], after: [], rest: ['--x', '-5'] }],
  ])('%j', (words, split) => {
    expect(splitWords(words, known)).toMatchObject(split);
  });
});

test("an argument called __proto__ is an argument like any other, and nobody's prototype", async () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"a":{"type":"object","properties":{"__proto__":{"type":"object","properties":{"polluted":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}}}}}}}',
  ) as ObjectSchema;
  const flags = flagsOf(schema);
  const words = flags.flatMap(({ name, isWhole }) =>
    isWhole ? [] : [`--${name}`, 'yes', ...(name.endsWith('tags') ? [`--${name}`, 'no'] : [])],
  );
  const args = await parseFlags(words, flags, io);
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(JSON.stringify(args)).toBe('{"a":{"__proto__":{"polluted":"yes","tags":["yes","no"]}}}');
});

describe('a value that may be text', () => {
  const kind = (...types: string[]) => ({ anyOf: types.map((type) => ({ type })) });
  const read = async (schema: object, text: string) => {
    const flags = flagsOf({ type: 'object', properties: { either: schema } } as ObjectSchema);
    return (await parseFlags(['--either', text], flags, io))['either'];
  };

  test.each([
    [kind('string', 'number'), 'true', 'true'],
    [kind('string', 'number'), 'null', 'null'],
    [kind('string', 'number'), '{"a":1}', '{"a":1}'],
    [kind('string', 'number'), '[1]', '[1]'],
    [kind('string', 'number'), '"x"', 'x'],
    [kind('string', 'number'), '5', 5],
    [kind('string', 'integer'), '5.5', '5.5'],
    [kind('string', 'integer'), '5', 5],
    [kind('string', 'boolean'), '5', '5'],
    [kind('string', 'boolean'), 'true', true],
    [kind('string', 'object'), '[1]', '[1]'],
    [kind('string', 'array'), '[1]', [1]],
    [kind('string', 'number', 'null'), 'true', 'true'],
    [{ enum: ['a', 1] }, 'true', 'true'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'true', true],
    [{ type: ['string', 'number'] }, 'true', 'true'],
    [{ type: ['string', 'number'] }, '5', 5],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 'true', 'true'],
    [kind('number', 'boolean'), 'true', true],
    [{}, 'true', true],
  ])('of %j is %s as %j', async (schema, text, value) => {
    expect(await read(schema, text)).toEqual(value);
  });
});

describe('arguments with odd names', () => {
  const NAMES = ['_private', 'constructor_', 'a__b', '__proto', 'max_results', 'a-b', 'x_', '_'];
  const properties = Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }]));
  const flags = flagsOf({ type: 'object', properties });

  test('are shown as they can be read, and taken as they are shown and as they are', async () => {
    expect(flags.map(({ name }) => name)).toEqual([
      '_private',
      'constructor_',
      'a__b',
      '__proto',
      'max-results',
      'a-b',
      'x_',
      '_',
    ]);
    for (const [at, { name }] of flags.entries())
      for (const written of [name, NAMES[at]!])
        expect(await parseFlags([`--${written}`, 'x'], flags, io)).toEqual({ [NAMES[at]!]: 'x' });
  });
});

test.each<[string, string]>([
  ['tags', 'tag'],
  ['entries', 'entry'],
  ['boxes', 'box'],
  ['work_addresses', 'work-address'],
])('a list named %s also takes --%s', async (list, singular) => {
  const properties: ObjectSchema['properties'] = { [list]: { type: 'array', items: { type: 'string' } } };
  const flags = flagsOf({ type: 'object', properties });
  expect(await parseFlags([`--${singular}`, 'a', `--${singular}`, 'b'], flags, io)).toEqual({
    [list]: ['a', 'b'],
  });
});

test.each(['9007199254740993', '-9007199254740993', '123456789012345678901'])(
  '%s is refused, since the tool would get another number',
  async (text) => {
    await expect(parsed(['--max-results', text])).rejects.toThrow(
      `--max-results: ${text} has more digits than a JSON number holds`,
    );
    await expect(parsed(['--scores', text])).rejects.toThrow('more digits than a JSON number holds');
  },
);

test.each([
  ['9007199254740992', 2 ** 53],
  ['1e300', 1e300],
  ['0.1', 0.1],
  ['100000000000000000000', 1e20],
])('%s is taken as it is', async (text, value) => {
  expect(await parsed(['--scores', text])).toEqual({ scores: [value] });
});

test('help of a list of objects names the fields of each', () => {
  const line = {
    type: 'object',
    required: ['sku'],
    properties: { sku: { type: 'string' }, count: { type: 'integer' } },
  } as const;
  const properties: ObjectSchema['properties'] = {
    lines: { type: 'array', description: 'What is ordered', items: line },
    prices: { type: 'object', additionalProperties: { type: 'number' } },
  };
  expect(flagHelp(flagsOf({ type: 'object', properties }))).toEqual([
    '  --lines JSON …       What is ordered (repeatable; each { sku: string; count?: number })',
    '  --prices.KEY NUMBER  (Record<string, number>; or --prices JSON)',
  ]);
});

test('help shows every limit of a value', () => {
  const properties: ObjectSchema['properties'] = {
    price: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 },
    code: { type: 'string', minLength: 2, pattern: '^[a-z]+$' },
  };
  const [price, code] = flagHelp(flagsOf({ type: 'object', properties }));
  expect(price).toContain('(more than 0, less than 9, a multiple of 0.5)');
  expect(code).toContain('(at least 2 characters, matches ^[a-z]+$)');
});

test.each<[object, string]>([
  [{ type: 'integer', enum: [0, 1] }, '0 or 1'],
  [{ enum: [1, 2, 3] }, '1, 2 or 3'],
  [{ type: ['integer', 'null'], enum: [0, 1, null] }, '0 or 1'],
  [{ const: 7 }, '7'],
  [{ anyOf: [{ const: 1 }, { const: 2 }] }, '1 or 2'],
  [{ type: 'array', items: { type: 'number', enum: [0.5, 1] } }, '0.5 or 1'],
])('a word for one of the numbers of %j is refused with those numbers', async (level, numbers) => {
  const flags = flagsOf({ type: 'object', properties: { level: level as JsonSchema } });
  await expect(parseFlags(['--level', 'High'], flags, io)).rejects.toThrow(
    `--level: 'High' is not a number; write ${numbers}`,
  );
});
