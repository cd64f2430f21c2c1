import type { KnownSecrets } from '../json/known-secrets';
import type { UserAnswer } from '../tool-context';
import type { AskedQuestion } from './heard-questions';
import { hideInside } from './hide-inside';
import { withoutSecretAnswers } from './secret-answers';

/** What the user was asked in a recorded call, and said. */
export interface RecordedQuestion {
  readonly message: string;
  /** Absent if there was no answer. */
  readonly answer?: UserAnswer;
}

/** Returns a question and its answer as they are recorded; `hide` hides the secrets of the whole call in a text. */
export function recordedQuestion(
  asked: AskedQuestion,
  secrets: KnownSecrets,
  hide: (text: string) => string,
): RecordedQuestion {
  const answer = withoutSecretAnswers(asked, secrets);
  return {
    message: hide(asked.question.message),
    ...(answer && { answer: hideInside(answer, hide) as UserAnswer }),
  };
}
