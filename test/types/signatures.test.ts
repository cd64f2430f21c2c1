import { Tool, type UserAnswer } from '../../src/index';
import { errorsIn } from './compiled-file';
import { curesIn, expectedCures } from './expected-cures';

test('a run, render or read that takes and returns what is stated compiles', () =>
  expect(errorsIn('right-run.ts')).toEqual([]));

test('they compile in a project without strict checks too', () =>
  expect(errorsIn('right-run.ts', { strict: false, exactOptionalPropertyTypes: false })).toEqual([]));

test('one that takes or returns something else, or is missing, is a compile error that says the cure', () => {
  expect(expectedCures().length).toBeGreaterThan(20);
  expect(curesIn(errorsIn('wrong-run.ts'))).toEqual(expectedCures());
});

test('a tool without a description is a compile error', () => {
  // @ts-expect-error -- it has none
  expect(() => Tool({ args: undefined })).not.toThrow();
});

test('an answer has no content before it is known to accept, and one that accepts is not made without', () => {
  const answer = { action: 'decline' } as UserAnswer;
  // @ts-expect-error -- it may have declined
  expect(() => answer.content['colour']).toThrow();
  // @ts-expect-error -- what was filled in is missing
  const accepted: UserAnswer = { action: 'accept' };
  expect(accepted.action).toBe('accept');
});
