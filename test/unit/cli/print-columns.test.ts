import { purposeIn } from '../../../src/cli/print-columns';
import { toolMarkdown } from '../../../src/tool/markdown';

const schema = { type: 'object', properties: {} } as const;
const LONG = 'Save a note under a name, with labels to find it by.';

test.each([
  ['add_note', LONG, LONG],
  ['add_note', 'Save a note.', 'Save a note.'],
  ['add_note', `Save a note.\n\n${LONG}`, 'Save a note.'],
  ['add_note', `${LONG}\nMore of it.`, LONG],
])('of %s the first line of what its author wrote is shown', (name, description, shown) => {
  expect(purposeIn(toolMarkdown({ name, description }, schema), { name })).toBe(shown);
  expect(purposeIn(description, { name })).toBe(shown);
});

test('a description of nothing but the name is shown as it is', () => {
  expect(
    purposeIn(toolMarkdown({ name: 'add_note', description: 'Add note.' }, schema), { name: 'add_note' }),
  ).toBe('Add note.');
  expect(purposeIn('', { name: 'add_note' })).toBe('');
});

test('the title that is put before a long first line of a prompt is left out', () => {
  expect(
    purposeIn(`## Description\n\nReview it\n\n${LONG}\n\n## JSON Schema`, {
      name: 'review',
      title: 'Review it',
    }),
  ).toBe(LONG);
});
