import { askInTerminal, printable } from '../../../src/cli/ask-in-terminal';

const terminalWith = (...answers: (string | undefined)[]) => {
  const shown: string[] = [];
  const question = (text: string) => {
    shown.push(text);
    return Promise.resolve(answers.shift());
  };
  return { shown, terminal: { columns: 80, question, onEnter: () => undefined } };
};

test.each<[string | undefined, string]>([
  ['y', 'accept'],
  ['YES', 'accept'],
  ['', 'decline'],
  ['n', 'decline'],
  [undefined, 'cancel'],
])('a confirmation answered with %j', async (typed, action) => {
  const { terminal, shown } = terminalWith(typed);
  expect(await askInTerminal(terminal)({ message: 'Delete it?' })).toEqual({
    action,
    ...(action === 'accept' && { content: {} }),
  });
  expect(shown).toEqual(['Delete it? [y/N] ']);
});

test('a question that is answered at an address shows the address', async () => {
  const { terminal, shown } = terminalWith('y');
  const question = { message: 'Sign in first.', url: 'https://example.com/in?\u202ea=1' };
  expect(await askInTerminal(terminal)(question)).toEqual({ action: 'accept', content: {} });
  expect(shown).toEqual([
    'Sign in first.\nOpen this address in a browser: https://example.com/in?\\u202ea=1\nDo you agree? [y/N] ',
  ]);
});

test('a form is asked field by field; a wrong value is asked again, an empty one takes the default', async () => {
  const schema = {
    type: 'object',
    required: ['user_name', 'age'],
    properties: {
      user_name: { type: 'string', description: 'Your name' },
      age: { type: 'integer' },
      plan: { type: 'string', enum: ['free', 'paid'], default: 'free' },
      remark: { type: 'string' },
    },
  };
  const { terminal, shown } = terminalWith('Ada', 'old', '36', '', '');
  expect(await askInTerminal(terminal)({ message: 'Who are you?', schema })).toEqual({
    action: 'accept',
    content: { user_name: 'Ada', age: 36, plan: 'free' },
  });
  expect(shown).toEqual([
    'Who are you?\nYour name: ',
    'age: ',
    "'old' is not a number\nage: ",
    'plan (free, paid) ["free"]: ',
    'remark: ',
  ]);
});

test('what the schema refuses is asked again, with what was wrong; several choices are a list', async () => {
  const schema = {
    type: 'object',
    required: ['kind', 'size', 'with'],
    properties: {
      kind: { type: 'string', enum: ['soup', 'salad'] },
      size: { type: 'integer', minimum: 1, maximum: 9 },
      name: { type: 'string', minLength: 2 },
      with: { type: 'array', items: { type: 'string', enum: ['oil', 'salt'] }, minItems: 1 },
      plate: { type: 'string', oneOf: [{ const: 'deep', title: 'Deep' }, { const: 'flat' }] },
    },
  };
  const { terminal, shown } = terminalWith(
    ...['stew', 'soup', '1.5', '10', '3', 'x', '', ',', 'oil, pepper', 'salt,oil', 'round', 'deep'],
  );
  expect(await askInTerminal(terminal)({ message: 'What?', schema })).toEqual({
    action: 'accept',
    content: { kind: 'soup', size: 3, with: ['salt', 'oil'], plate: 'deep' },
  });
  expect(shown.slice(0, 10)).toEqual([
    'What?\nkind (soup, salad): ',
    'kind must be one of "soup", "salad"\nkind (soup, salad): ',
    'size: ',
    'size must be an integer\nsize: ',
    'size must be at most 9\nsize: ',
    'name: ',
    'name must have at least 2 characters\nname: ',
    'with (oil, salt; several with commas): ',
    'with must have at least 1 item\nwith (oil, salt; several with commas): ',
    'with [1] must be one of "oil", "salt"\nwith (oil, salt; several with commas): ',
  ]);
  expect(shown.slice(10)).toEqual([
    'plate (deep, flat): ',
    expect.stringMatching(/^plate .+\nplate \(deep, flat\): $/),
  ]);
});

test('what only the whole form refuses is asked again as a whole', async () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer', maximum: 5 } },
    minProperties: 1,
  };
  const { terminal, shown } = terminalWith('', '', '', '6', '5');
  expect(await askInTerminal(terminal)({ message: 'What?', schema })).toEqual({
    action: 'accept',
    content: { b: 5 },
  });
  expect(shown).toEqual([
    'What?\na: ',
    'b: ',
    'must have at least 1 key\na: ',
    'b: ',
    'b must be at most 5\nb: ',
  ]);
});

const asked = async (field: object, ...typed: string[]) => {
  const { terminal, shown } = terminalWith(...typed);
  const schema = { type: 'object', properties: { field }, required: ['field'] };
  const answer = await askInTerminal(terminal)({ message: 'What?', schema });
  return { value: answer.content?.['field'], shown: shown.map((text) => text.replace('What?\n', '')) };
};

test.each<[string, boolean]>([
  ['y', true],
  ['Yes', true],
  ['true', true],
  [' n ', false],
  ['NO', false],
  ['false', false],
])('a field for yes or no takes %j', async (typed, value) => {
  expect(await asked({ type: 'boolean', title: 'Tested' }, typed)).toEqual({
    value,
    shown: ['Tested (y, n): '],
  });
});

test('an answer to such a field that is neither is asked again, and none takes the default', async () => {
  expect(await asked({ type: 'boolean' }, 'maybe', 'y')).toEqual({
    value: true,
    shown: ['field (y, n): ', "'maybe' is neither yes nor no: answer y or n\nfield (y, n): "],
  });
  expect(await asked({ type: 'boolean', default: false }, '')).toEqual({
    value: false,
    shown: ['field (y, n) [n]: '],
  });
});

test.each<[string, object, string[]]>([
  ['a number', { type: 'number', minimum: 1 }, ['many', '12345678901234567890', '0', '2']],
  ['a whole number', { type: 'integer' }, ['1.5', '', '2']],
  ['a number with choices', { type: 'integer', enum: [1, 2] }, ['High', '3', '2']],
  ['a date', { type: 'string', format: 'date' }, ['tomorrow', '2026-02-31', '2026-02-28']],
  ['a choice', { type: 'string', enum: ['a', 'b'] }, ['c', 'b']],
  ['choices', { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } }, ['c', 'a']],
  ['yes or no', { type: 'boolean' }, ['1', 'n']],
])(
  'no refusal of %s speaks of flags, or of another answer than the one wanted',
  async (_what, field, typed) => {
    const { value, shown } = await asked(field, ...typed);
    expect(value).toBeDefined();
    expect(shown).toHaveLength(typed.length);
    for (const text of shown.slice(1)) expect(text).toMatch(/\w.*\n/);
    expect(shown.join('')).not.toMatch(/--|the tool/);
  },
);

test('control characters in a question are shown, not obeyed', () => {
  expect(printable('a\u001b[2Jb\rc\n\td')).toBe('a\\x1b[2Jb\\x0dc\n\td');
  expect(printable('a\u202etxt.exe\u2028b')).toBe('a\\u202etxt.exe\\u2028b');
});

test("a field called __proto__ is a field like any other, and nobody's prototype", async () => {
  const properties = JSON.parse('{"__proto__": {"type": "string"}}') as object;
  const { terminal } = terminalWith('yes');
  const answer = await askInTerminal(terminal)({
    message: 'Fill in',
    schema: { type: 'object', properties },
  });
  expect(JSON.stringify(answer)).toBe('{"action":"accept","content":{"__proto__":"yes"}}');
});
