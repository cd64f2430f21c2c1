import { leavesOf } from '../../../src/mtdf/leaves';
import type { DefinitionProblem } from '../../../src/mtdf/definition-problem';
import { problemReport } from '../../../src/mtdf/definition-problem';
import { parseGuidance } from '../../../src/mtdf/definition-guidance';
import { validateDefinition } from '../../../src/mtdf/validate-definition';
import { basicExample, everyField, seedSequence } from '../../support/mtdf-samples';

const check = (value: unknown, options = {}) =>
  validateDefinition(JSON.stringify(value, null, 2), 'my.json', options);
const at = (problems: DefinitionProblem[], path: string) => problems.find((problem) => problem.path === path);

test('A1 the basic example of the document loads without a problem', () => {
  const { definition, problems } = check(basicExample);
  expect(problems).toEqual([]);
  expect(leavesOf(definition!).map((leaf) => leaf.toolName)).toEqual(['my_tool_run']);
});

test('A3 a definition with every field of both generations loads with 0 errors', () => {
  const { definition, problems } = check(everyField);
  expect(problems).toEqual([]);
  expect(definition).toMatchObject({
    name: 'everything',
    synchronous: false,
    hints: { default: 'wait', build: 'b' },
  });
});

test('A3 the earlier spellings `force_synchronous` and `asynchronous` mean what they meant', () => {
  const { definition, problems } = check({
    name: 'old',
    description: 'Old.',
    command: 'true',
    force_synchronous: true,
    hints: { build: null, custom: { usage: 'u' } },
    subcommand: [
      { name: 'a', description: 'A.', asynchronous: true },
      { name: 'b', description: 'B.', force_synchronous: null },
    ],
  });
  expect(problems).toEqual([]);
  expect(leavesOf(definition!).map((leaf) => leaf.synchronous)).toEqual([false, true]);
});

test('A3 the sequence of the document loads', () => {
  expect(check(seedSequence).problems).toEqual([]);
});

test.each([
  ['{"name": "x",\n  "description": }', 2, 18],
  ['{"name": "x",}', 1, 14],
  ["{'name': 1}", 1, 2],
  ['{"name": "x" "y": 1}', 1, 14],
  ['{"name": "x"', 1, 13],
  ['{"a": "b\nc"}', 1, 9],
  ['{} trailing', 1, 4],
])('A4 malformed JSON %j is reported with line and column', (text, line, column) => {
  const { definition, problems } = validateDefinition(text, 'bad.json');
  expect(definition).toBeUndefined();
  expect(problems).toEqual([
    expect.objectContaining({ file: 'bad.json', path: 'root', kind: 'Syntax', line, column }),
  ]);
});

test.each<[string, object, string, string]>([
  ['missing name', { name: undefined }, 'name', 'MissingRequired'],
  ['wrong type', { description: 7 }, 'description', 'InvalidType'],
  ['unknown key', { comand: 'x' }, 'comand', 'UnknownField'],
  ['blank command', { command: ' ' }, 'command', 'InvalidValue'],
  ['timeout 0', { timeout_seconds: 0 }, 'timeout_seconds', 'InvalidValue'],
  ['timeout 3601', { timeout_seconds: 3601 }, 'timeout_seconds', 'InvalidValue'],
  ['reserved name', { name: 'await' }, 'name', 'InvalidValue'],
  ['string for boolean', { enabled: 'true' }, 'enabled', 'InvalidType'],
])('A5 %s is an error at its exact path', (_what, change, path, kind) => {
  const { definition, problems } = check({ ...basicExample, ...change });
  expect(definition).toBeUndefined();
  expect(at(problems, path)).toMatchObject({ kind, severity: 'error' });
});

test('A5 the type "bool" is answered with what is meant, where it stands', () => {
  const broken = structuredClone(basicExample) as { subcommand: { options: { type: string }[] }[] };
  broken.subcommand[0]!.options[0]!.type = 'bool';
  const { problems } = check(broken);
  expect(problems).toEqual([
    expect.objectContaining({
      path: 'subcommand[0].options[0].type',
      line: 16,
      suggestion: '`bool` → `boolean`',
    }),
  ]);
  expect(problemReport('my.json', problems)).toContain('1. [subcommand[0].options[0].type]');
});

test('A6 several faults of all kinds are reported at once', () => {
  const { problems } = check({
    description: 'x',
    command: 'x',
    colour: 1,
    timeout_seconds: 3601,
    guidance_key: 'nowhere',
    subcommand: [
      {
        name: 'a',
        description: 'A',
        subcommand: [{ name: 'b', description: 'B', options: [{ name: 'file', type: 'str' }] }],
      },
      'no object',
    ],
  });
  expect(problems.map((problem) => [problem.path, problem.kind])).toEqual(
    expect.arrayContaining([
      ['name', 'MissingRequired'],
      ['colour', 'UnknownField'],
      ['timeout_seconds', 'InvalidValue'],
      ['guidance_key', 'InvalidValue'],
      ['subcommand[0].subcommand[0].options[0].type', 'InvalidValue'],
      ['subcommand[0].subcommand[0].options[0].format', 'Security'],
      ['subcommand[1]', 'InvalidType'],
    ]),
  );
});

test('A7 a guidance_key that the guidance file lacks is an error; stray entries count as blocks', () => {
  const { guidance } = parseGuidance(
    '{"guidance_blocks": {"known": "K"}, "stray": {"guidance": "S"}, "templates": {}}',
    'g',
  );
  const withKey = (guidance_key: string) =>
    check({ ...basicExample, subcommand: undefined, guidance_key }, { guidance });
  expect(withKey('known').problems).toEqual([]);
  expect(withKey('stray').problems).toEqual([]);
  expect(withKey('async_behavior').problems).toEqual([
    expect.objectContaining({
      path: 'guidance_key',
      severity: 'error',
      suggestion: expect.stringContaining('known'),
    }),
  ]);
});

test('A8 an unmarked path is a security warning, and an error under strict', () => {
  const unmarked = (name: string, type = 'string') => ({
    ...basicExample,
    subcommand: [{ name: 'run', description: 'R', positional_args: [{ name, type }] }],
  });
  for (const name of [
    'file',
    'path',
    'config_path',
    'output-dir',
    'directory',
    'paths',
    'tool-config-file',
  ]) {
    const { definition, problems } = check(unmarked(name));
    expect(problems).toEqual([
      expect.objectContaining({
        kind: 'Security',
        severity: 'warning',
        path: 'subcommand[0].positional_args[0].format',
      }),
    ]);
    expect(definition).toBeDefined();
    expect(check(unmarked(name), { strict: true }).definition).toBeUndefined();
  }
  expect(check(unmarked('files-with-matches', 'boolean')).problems).toEqual([]);
  expect(check(unmarked('profile')).problems).toEqual([]);
});

test('a synchronous subcommand that promises a background operation is a warning, and drops nothing', () => {
  const described = (description: string, synchronous = true) =>
    check({ ...basicExample, synchronous, subcommand: [{ name: 'run', description }] }).problems;
  expect(described('Runs asynchronously.')).toEqual([
    expect.objectContaining({ kind: 'LogicalInconsistency', severity: 'warning' }),
  ]);
  const both = [
    { name: 'run', description: 'Sends a notification asynchronously.' },
    { name: 'stop', description: 'Stops.' },
  ];
  expect(check({ ...basicExample, synchronous: true, subcommand: both }).definition?.subcommand).toHaveLength(
    2,
  );
  expect(described('Runs in the background.')).toEqual([expect.objectContaining({ severity: 'warning' })]);
  expect(described('Automatically runs synchronously.')).toEqual([]);
  expect(described('Runs asynchronously.', false)).toEqual([]);
});

test('an enabled subcommand under a disabled tool, and an unknown step of the tool itself, are inconsistent', () => {
  const inconsistent = {
    ...basicExample,
    enabled: false,
    subcommand: [{ name: 'run', description: 'R', enabled: true }],
  };
  expect(at(check(inconsistent).problems, 'subcommand[0].enabled')).toMatchObject({
    kind: 'LogicalInconsistency',
  });
  const step = { tool: 'my_tool', subcommand: 'nothing' };
  expect(at(check({ ...basicExample, sequence: [step] }).problems, 'sequence[0].subcommand')).toMatchObject({
    severity: 'error',
  });
});

test('a step without a tool in a definition without a name is reported as missing its tool', () => {
  const text = JSON.stringify({ command: 'c', description: 'd', sequence: [{ subcommand: 'x' }] });
  const missing = validateDefinition(text, 'f.json').problems.map((problem) => problem.message);
  expect(missing).toEqual(
    expect.arrayContaining([expect.stringContaining('"name"'), expect.stringContaining('"tool"')]),
  );
});

test('keys such as __proto__ and a key that stands twice are problems, not surprises', () => {
  expect(
    validateDefinition('{"__proto__": {"name": "x"}}', 'p').problems.map((problem) => problem.path),
  ).toContain('__proto__');
  const twice = validateDefinition('{"name":"a","name":"b","description":"","command":"c"}', 't');
  expect(twice.problems).toEqual([
    expect.objectContaining({ path: 'name', message: expect.stringContaining('twice') }),
  ]);
});

test('two options that become the same flag are told', () => {
  const options = ['all', '--all'].map((name) => ({ name, type: 'boolean' }));
  const { problems } = check({ ...basicExample, subcommand: [{ name: 'x', description: 'X.', options }] });
  expect(problems).toEqual([
    expect.objectContaining({ path: 'subcommand[0].options[1].name', severity: 'warning' }),
  ]);
});
