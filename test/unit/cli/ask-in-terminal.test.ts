import { askInTerminal, printable } from '../../../src/cli/ask-in-terminal';

const terminalWith = (...answers: (string | undefined)[]) => {
  const shown: string[] = [];
  const question = (text: string) => {
    shown.push(text);
    return Promise.resolve(answers.shift());
  };
  return { shown, terminal: { columns: 80, question } };
};

test.each<[string | undefined, string]>([
  ['y', 'accept'],
  ['YES', 'accept'],
  ['', 'decline'],
  ['n', 'decline'],
  [undefined, 'cancel'],
])('a confirmation answered with %j', async (typed, action) => {
  const { terminal, shown } = terminalWith(typed);
  expect(await askInTerminal(terminal)({ message: 'Delete it?' })).toEqual({ action });
  expect(shown).toEqual(['Delete it? [y/N] ']);
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

test('control characters in a question are shown, not obeyed', () => {
  expect(printable('a\u001b[2Jb\rc\n\td')).toBe('a\\x1b[2Jb\\x0dc\n\td');
  expect(printable('a\u202etxt.exe\u2028b')).toBe('a\\u202etxt.exe\\u2028b');
});
