import { AuthorErrors, type AuthorProblems } from '../author-problems';
import type { Awaitable } from '../base/awaitable';
import { AuthorError } from '../errors';
import type { AnyClass, ToolNote } from '../metadata';
import type { TypeFacts } from '../schema/field-facts';
import { wrongExamples } from './wrong-examples';

/** Returns the instance of a class; called once, on first use. */
export type InstanceOf = (cls: AnyClass) => Awaitable<object>;

/** Checks the examples of a tool class by the author's own rules too, which the schema may not express. */
export async function verifyExamples(
  place: string,
  note: ToolNote,
  problems: AuthorProblems,
  facts?: TypeFacts,
): Promise<void> {
  for (const { index, problem } of await wrongExamples(note, facts)) {
    const what = `has an invalid example (examples[${index}]: ${problem}).`;
    problems.add(new AuthorError(place, what, 'Correct the example.'));
  }
}

/** Makes the instance of a class; if that is not possible, adds why. */
export async function verifyInstance(
  cls: AnyClass,
  instanceOf: InstanceOf,
  problems: AuthorProblems,
): Promise<object | undefined> {
  try {
    return await instanceOf(cls);
  } catch (error) {
    const isAuthors = error instanceof AuthorError || error instanceof AuthorErrors;
    if (isAuthors) problems.add(error);
    else problems.add((await import('./unmade-class.js')).wordUnmade(cls, error));
    return undefined;
  }
}
