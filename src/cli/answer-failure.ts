import { authorFrames } from '../base/author-frames';
import { exceptionMessage } from '../base/exception';
import { isMistake } from '../app/app-mistakes';

/** What an app's code threw while it answered: shown with the author's own lines in place of a stack, with exit code 1. */
export class AnswerFailure extends Error {
  override readonly name = 'AnswerFailure';
  /** Where it was thrown, as lines of a stack within the author's code. */
  readonly thrownAt: readonly string[];

  constructor(answering: string, thrown: unknown) {
    super(`${answering} failed: ${exceptionMessage(thrown)}`, { cause: thrown });
    this.thrownAt = authorFrames(thrown);
  }
}

/** Lets an app answer; what it throws is worded for its author, but for mistakes, which say what is wrong themselves. */
export async function answered<T>(answering: string, answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (error) {
    throw isMistake(error) ? error : new AnswerFailure(answering, error);
  }
}
