import { compileCheck } from '../../../src/json/checker';
import { readTaskFile } from '../../../src/eval/task-file';
import { TASK_FILE_SCHEMA } from '../../../src/eval/task-schema';

const read = (text: string) => readTaskFile(text, 'tasks.yaml');

test('tasks in YAML and in JSON are the same', async () => {
  const { tasks, system } = await read(`system: Be brief.
tasks:
  - ask: Add a note called milk!
    expect: add_note
    arguments: { name: milk }
  - { id: weather, ask: How is the weather?, expect: none, forbid: [add_note] }
  - ask: Add a note called milk!
    expect: [add_note, keep]
    arguments_schema: { required: [name] }
`);
  expect(system).toBe('Be brief.');
  expect(tasks).toEqual([
    {
      id: 'add-a-note-called-milk',
      ask: 'Add a note called milk!',
      expect: ['add_note'],
      arguments: { name: 'milk' },
      forbid: [],
    },
    { id: 'weather', ask: 'How is the weather?', expect: [], forbid: ['add_note'] },
    {
      id: 'add-a-note-called-milk-2',
      ask: 'Add a note called milk!',
      expect: ['add_note', 'keep'],
      argumentsSchema: { required: ['name'] },
      forbid: [],
    },
  ]);
  const json = await read('{\n\t"tasks": [{ "ask": "a", "expect": "b" }]\n}');
  expect(json.tasks).toEqual([{ id: 'a', ask: 'a', expect: ['b'], forbid: [] }]);
});

test.each([
  ['tasks: [', /^tasks\.yaml:\d+:\d+: \S/],
  ['', /^tasks\.yaml.*: .*tasks .*required/],
  ['- ask: x', /^tasks\.yaml:1:1: the file must be an object/],
  ['tasks: []', /^tasks\.yaml:1:1: tasks must have at least 1/],
  ['tasks:\n  - ask: x\n', /^tasks\.yaml:2:5: tasks\[0\]\.expect/],
  ['tasks:\n  - ask: 3\n    expect: a', /^tasks\.yaml:2:5: tasks\[0\]\.ask must be a string, got 3/],
  [
    'tasks:\n  - ask: x\n    expect: a\n    forbids: [b]',
    /^tasks\.yaml:4:5: tasks\[0\]\.forbids is not known here\. Did you mean forbid\?/,
  ],
  [
    'tasks:\n  - ask: x\n    expect: none\n    arguments: {}',
    /^tasks\.yaml:4:5: arguments of a call that should not be made/,
  ],
  [
    'tasks:\n  - ask: x\n    expect: a\n    forbid: [a]',
    /^tasks\.yaml:4:5: 'a' is both expected and forbidden/,
  ],
  [
    'tasks:\n  - {ask: x, expect: a, id: i}\n  - {ask: y, expect: a, id: i}',
    /^tasks\.yaml:3:\d+: 'i' is the id of another task too/,
  ],
  [
    'tasks:\n  - ask: x\n    expect: a\n    arguments_schema: { type: 7 }',
    /^tasks\.yaml:4:5: .*invalid schema/,
  ],
])('a wrong file is refused with its line: %j', async (text, said) => {
  await expect(read(text)).rejects.toThrow(said);
});

test('all problems are reported together', async () => {
  await expect(read('tasks:\n  - ask: x\n  - expect: a\n')).rejects.toThrow(
    /^the tasks have 2 problems:\n {2}tasks\.yaml:2:5: .*expect[^\n]*\n {2}tasks\.yaml:3:5: .*ask/,
  );
});

test('the schema for editors is the one that files are checked by', () => {
  expect(() =>
    compileCheck(TASK_FILE_SCHEMA)({}, { problems: [], repairs: [], repairing: false }),
  ).not.toThrow();
  expect(Object.keys(TASK_FILE_SCHEMA.properties['tasks']!.items!.properties!)).toEqual([
    'id',
    'ask',
    'expect',
    'arguments',
    'arguments_schema',
    'forbid',
  ]);
});
