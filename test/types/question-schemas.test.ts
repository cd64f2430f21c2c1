import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsIn } from './compiled-file';

const wrong = readFileSync(join(__dirname, 'wrong-questions.ts'), 'utf8').split('\n');

test('a question that MCP can ask compiles, from a literal, a constant, a variable or a function', () =>
  expect(errorsIn('right-questions.ts')).toEqual([]));

test('it compiles in a project without strict checks too', () =>
  expect(errorsIn('right-questions.ts', { strict: false, exactOptionalPropertyTypes: false })).toEqual([]));

test('a field that MCP has no form for is a compile error where it stands, which says the cure', () => {
  const expected = wrong.flatMap((text, index) => {
    const cure = /\/\/ wrong: (.+)$/.exec(text)?.[1];
    return cure === undefined ? [] : [{ line: index + 2, message: expect.stringContaining(cure) as unknown }];
  });
  expect(expected).toHaveLength(10);
  expect(errorsIn('wrong-questions.ts')).toEqual(expected);
});
