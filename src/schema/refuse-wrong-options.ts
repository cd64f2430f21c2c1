import { AuthorProblems } from '../author-problems';
import { isObject } from '../base/json-value';
import type { OptionMistake } from '../base/option-kind';
import { wrongOptions, type OptionJudgement } from '../base/wrong-options';
import { AuthorError } from '../errors';

/** Refuses options that a decorator or a function doesn't know, and values of a wrong kind: all of them together. */
export function refuseWrongOptions(
  place: string,
  options: unknown,
  kinds: object,
  judgement?: OptionJudgement,
): void {
  if (!isObject(options))
    throw new AuthorError(place, 'has options that are no object.', "Write them in braces: { name: 'x' }.");
  throwMistakes(place, wrongOptions(options, kinds, judgement));
}

/** Throws the mistakes that were found in options, if any. */
export function throwMistakes(place: string, mistakes: readonly OptionMistake[]): void {
  if (!mistakes.length) return;
  const problems = new AuthorProblems();
  for (const { what, cure } of mistakes) problems.add(new AuthorError(place, what, cure));
  problems.throwAny();
}
