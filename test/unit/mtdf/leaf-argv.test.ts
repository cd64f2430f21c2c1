import fc from 'fast-check';
import { buildCommandLine, flagOf, type ArgvWord } from '../../../src/mtdf/leaf-argv';
import type { Definition, Option, Subcommand } from '../../../src/mtdf/definition';
import { findJoined, findLeaf, leavesOf, type Leaf } from '../../../src/mtdf/leaves';
import { leafSchema } from '../../../src/mtdf/leaf-schema';
import { compileCheck } from '../../../src/json/checker';
import type { Report } from '../../../src/json/check-report';

const define = (subcommand: Partial<Subcommand>, tool: Partial<Definition> = {}): Definition => ({
  name: 'tool',
  description: '',
  command: 'prog',
  enabled: true,
  hints: {},
  subcommand: [{ name: 'default', description: '', enabled: true, ...subcommand }],
  ...tool,
});
const leafOf = (...given: Parameters<typeof define>): Leaf => leavesOf(define(...given))[0]!;
const words = (leaf: Leaf, args: Record<string, unknown>): ArgvWord[] => {
  const built = buildCommandLine(leaf, args);
  if (!built.ok)
    throw new Error(built.problems.map((problem) => `${problem.field} ${problem.message}`).join('; '));
  return [built.line.file, ...built.line.words];
};
const option = (name: string, type: Option['type'], more: Partial<Option> = {}): Option => ({
  name,
  type,
  ...more,
});

describe('A13 the documented argv', () => {
  const leaf = leafOf({
    name: 'do',
    options: [
      option('level', 'integer'),
      option('long', 'boolean', { alias: 'l' }),
      option('verbose', 'boolean'),
      option('features', 'array'),
      option('-name', 'string'),
      option('working_directory', 'string'),
      option('timeout_seconds', 'integer'),
      option('args', 'array'),
    ],
    positional_args: [option('first', 'string'), option('rest', 'array')],
  });

  test('A13 options, booleans, alias, arrays, positionals, dash names and free args', () => {
    expect(
      words(leaf, {
        rest: ['b', 'c d'],
        first: 'a',
        '-name': '*.ts',
        features: ['x', 'y'],
        verbose: true,
        long: true,
        level: 3,
        args: ['--raw', 'end'],
        working_directory: '/w',
        timeout_seconds: 5,
      }),
    ).toEqual([
      'prog',
      'do',
      '--level',
      '3',
      '-l',
      '--verbose',
      '--features',
      'x y',
      '-name',
      '*.ts',
      'a',
      'b',
      'c d',
      '--raw',
      'end',
    ]);
  });

  test('A13 false, null, empty texts and empty lists say nothing', () => {
    expect(words(leaf, { verbose: false, long: null, '-name': '', features: [], first: '' })).toEqual([
      'prog',
      'do',
    ]);
  });

  test('A13 positionals come first where the definition says so', () => {
    const find = leafOf(
      {
        options: [option('-name', 'string')],
        positional_args: [option('path', 'string', { format: 'path' })],
        positional_args_first: true,
      },
      { command: 'find' },
    );
    expect(words(find, { '-name': '-x', path: 'src' })).toEqual(['find', 'src', '-name', '-x']);
    expect(words(find, { '-name': 'x', path: '-dir' })).toEqual(['find', './-dir', '-name', 'x']);
  });
});

test('values never become flags', () => {
  const leaf = leafOf({
    options: [option('message', 'string')],
    positional_args: [option('target', 'string')],
  });
  expect(words(leaf, { message: '--force', target: '-rf' })).toEqual([
    'prog',
    '--message=--force',
    '--',
    '-rf',
  ]);
  expect(words(leaf, { target: '-' })).toEqual(['prog', '-']);
  const first = leafOf({
    options: [option('x', 'string')],
    positional_args: [option('t', 'string')],
    positional_args_first: true,
  });
  expect(() => words(first, { t: '-rf' })).toThrow('must not start with a dash');
  expect(() => words(leaf, { message: 'a\0b' })).toThrow('NUL');
});

describe('a dashed positional before free words', () => {
  const leaf = leafOf({
    options: [option('args', 'array')],
    positional_args: [option('target', 'string'), option('where', 'string', { format: 'path' })],
  });

  test('stands after -- where the free words hold no flag', () => {
    expect(words(leaf, { target: '-rf', args: ['more'] })).toEqual(['prog', '--', '-rf', 'more']);
  });

  test('is refused where they do, since -- would cut their flags off', () => {
    expect(() => words(leaf, { target: '-rf', args: ['--all'] })).toThrow(
      'target must not start with a dash',
    );
  });

  test('is written from . where it is a path', () => {
    expect(words(leaf, { target: 'a', where: '-b', args: ['--all'] })).toEqual([
      'prog',
      'a',
      './-b',
      '--all',
    ]);
  });
});

test('a later optional positional needs the earlier ones', () => {
  const leaf = leafOf({
    positional_args: [
      option('a', 'string'),
      option('b', 'string'),
      option('c', 'string', { required: true }),
    ],
  });
  expect(words(leaf, { c: '3' })).toEqual(['prog', '3']);
  expect(() => words(leaf, { b: '2', c: '3' })).toThrow("a is required when 'b' is given");
});

test('A14 the content of a file_arg becomes a word of its own', () => {
  const leaf = leafOf({ options: [option('message', 'string', { file_arg: true, file_flag: '-F' })] });
  expect(words(leaf, { message: 'one\ntwo' })).toEqual(['prog', '-F', { content: 'one\ntwo' }]);
});

test('A11 nested and flat names with _ become the same words and the same leaf', () => {
  const run = { name: 'run', description: '', enabled: true };
  const nested = define({ name: 'nextest', subcommand: [run] }, { name: 'cargo', command: 'cargo' });
  const flat = define({ name: 'nextest_run' }, { name: 'cargo', command: 'cargo' });
  for (const definition of [nested, flat]) {
    expect(words(findLeaf(definition, 'nextest_run')!, {})).toEqual(['cargo', 'nextest', 'run']);
    expect(findLeaf(definition, 'nextest run')?.toolName).toBe('cargo_nextest_run');
  }
  const longer = define(run, { name: 'cargo_nextest', command: 'cargo-nextest' });
  expect(findJoined([nested, longer], 'cargo_nextest_run')?.definition).toBe(longer);
  expect(findJoined([nested], 'cargo_nextest_run')?.definition).toBe(nested);
});

test('A12 default adds nothing to name and command; a suffix of the tool does', () => {
  expect(leafOf({}).toolName).toBe('tool');
  expect(words(leafOf({}), {})).toEqual(['prog']);
  expect(words(leafOf({}, { name: 'cargo_fmt', command: 'cargo' }), {})).toEqual(['cargo', 'fmt']);
  expect(
    words(leafOf({ positional_args: [option('command', 'string')] }, { name: 'bash', command: 'bash -c' }), {
      command: 'ls',
    }),
  ).toEqual(['bash', '-c', 'ls']);
  expect(words(leafOf({ name: 'ls' }, { command: '/bin/sh' }), {})).toEqual(['ls']);
});

test('A12 a subcommand that is called like its command does not repeat it', () => {
  const twice = leafOf({ name: 'ls', options: [option('all', 'boolean')] }, { name: 'ls', command: 'ls' });
  expect(twice.toolName).toBe('ls_ls');
  expect(words(twice, { all: true })).toEqual(['ls', '--all']);
  expect(words(leafOf({ name: 'ls' }, { command: '/bin/ls' }), {})).toEqual(['/bin/ls']);
  // Further down it is a word like any other.
  const below: Subcommand[] = [{ name: 'prog', description: '', enabled: true }];
  expect(words(leafOf({ name: 'help', subcommand: below }), {})).toEqual(['prog', 'help', 'prog']);
});

// What a program with this definition would understand.
function parseBack(leaf: Leaf, argv: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  const flags = new Map(
    leaf.options.map((one) => [one.name.startsWith('-') ? one.name : `--${one.name}`, one]),
  );
  const short = new Map(leaf.options.filter((one) => one.alias).map((one) => [`-${one.alias}`, one]));
  const typed = (one: Option, text: string): unknown =>
    one.type === 'integer' ? Number(text) : one.type === 'array' ? text.split(' ') : text;
  const loose: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === '--') {
      loose.push(...argv.slice(i + 1));
      break;
    }
    const [, name, value] = /^(--[^=]*)=(.*)$/s.exec(word) ?? [];
    const one = flags.get(name ?? word) ?? short.get(word);
    if (!one) loose.push(word);
    else if (one.type === 'boolean') found[one.name] = true;
    else {
      // Many programs take a separate word that begins with a dash for the next option.
      if (value === undefined && word.startsWith('--')) expect(argv[i + 1]).not.toMatch(/^-/);
      found[one.name] = typed(one, value ?? argv[++i]!);
    }
  }
  const required = leaf.positionals.filter((one) => one.required && one.type !== 'array').length;
  let spare = loose.length - required;
  for (const one of leaf.positionals) {
    if (one.type === 'array') {
      if (spare > 0) found[one.name] = loose.splice(0, spare);
      spare = 0;
    } else if (one.required || spare-- > 0) found[one.name] = typed(one, loose.shift()!);
  }
  expect(loose).toEqual([]);
  return found;
}

const names = fc.uniqueArray(fc.stringMatching(/^-{0,2}[a-z][a-z0-9-]{1,8}$/), {
  minLength: 1,
  maxLength: 8,
  selector: flagOf,
});
const leaves = names.chain((all) =>
  fc.record({
    options: fc.tuple(
      ...all.map((name) =>
        fc.record({
          name: fc.constant(name),
          type: fc.constantFrom('string', 'integer', 'boolean', 'array'),
        }),
      ),
    ),
    split: fc.nat(all.length),
    required: fc.nat(3),
    first: fc.boolean(),
  }),
);

test('whatever the definition and the arguments, what the program receives parses back to what was sent', () => {
  const property = fc.property(
    leaves,
    fc.infiniteStream(fc.string({ unit: 'binary' })),
    fc.infiniteStream(fc.integer()),
    (made, texts, numbers) => {
      const options = made.options.slice(0, made.split) as Option[];
      const positionals = made.options
        .slice(made.split)
        .filter((one) => one.type !== 'boolean')
        .map(
          (one, index, list) =>
            ({
              ...one,
              required: index < made.required,
              type: one.type === 'array' && index < list.length - 1 ? 'string' : one.type,
            }) as Option,
        );
      const leaf = leafOf({ options, positional_args: positionals, positional_args_first: made.first });
      const value = (one: Option): unknown => {
        const integer = numbers.next().value;
        const text = texts.next().value;
        if (one.type === 'integer') return integer;
        if (one.type === 'boolean') return integer % 2 === 0;
        return one.type === 'array' ? [text, `-${text}`] : text;
      };
      const args = Object.fromEntries([...options, ...positionals].map((one) => [one.name, value(one)]));
      const report: Report = { problems: [], repairs: [], repairing: false };
      compileCheck(leafSchema(leaf))(args, report);
      fc.pre(report.problems.length === 0);
      const built = buildCommandLine(leaf, args);
      if (!built.ok) {
        expect(built.problems.every((problem) => /dash|NUL|is required/.test(problem.message))).toBe(true);
        return;
      }
      const sent = Object.fromEntries(Object.entries(args).filter(([, one]) => one !== false && one !== ''));
      expect(parseBack(leaf, built.line.words as string[])).toEqual(sent);
    },
  );
  fc.assert(property, { numRuns: 2000 });
});
