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
    "--age: 'old' is not a number\nage: ",
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

test('what only the whole form refuses is asked again as a whole; nested fields are put where they belong', async () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: 'string' },
      b: { type: 'object', properties: { c: { type: 'integer', maximum: 5 } } },
    },
    minProperties: 1,
  };
  const { terminal, shown } = terminalWith('', '', '', '6', '5');
  expect(await askInTerminal(terminal)({ message: 'What?', schema })).toEqual({
    action: 'accept',
    content: { b: { c: 5 } },
  });
  expect(shown).toEqual([
    'What?\na: ',
    'b.c: ',
    'must have at least 1 key\na: ',
    'b.c: ',
    'b.c must be at most 5\nb.c: ',
  ]);
});

test('control characters in a question are shown, not obeyed', () => {
  expect(printable('a\u001b[2Jb\rc\n\td')).toBe('a\\x1b[2Jb\\x0dc\n\td');
  expect(printable('a\u202etxt.exe\u2028b')).toBe('a\\u202etxt.exe\\u2028b');
});

test("a field called __proto__ is a field like any other, and nobody's prototype", async () => {
  const properties = JSON.parse(
    '{"__proto__": {"type": "object", "properties": {"polluted": {"type": "string"}}}}',
  ) as object;
  const { terminal } = terminalWith('yes');
  const answer = await askInTerminal(terminal)({
    message: 'Fill in',
    schema: { type: 'object', properties },
  });
  expect(({} as { polluted?: string }).polluted).toBeUndefined();
  expect(JSON.stringify(answer)).toBe('{"action":"accept","content":{"__proto__":{"polluted":"yes"}}}');
});
