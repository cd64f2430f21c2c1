import type { QuestionListener } from '../calls/question-listener';
import type { Question, UserAnswer } from '../tool-context';

/** A question to the user, with the answer if there was one. */
export interface AskedQuestion {
  readonly question: Question;
  answer?: UserAnswer;
}

/** What one call asked while it was recorded. */
export class HeardQuestions implements QuestionListener {
  /** In the order in which they were asked. */
  readonly questions: AskedQuestion[] = [];
  /** Whether the client's model was asked. */
  askedModel = false;

  constructor(
    /** Whether the client offers a way to ask the user. */
    readonly canAsk: boolean,
  ) {}

  asked(question: Question, answer: Promise<UserAnswer>): void {
    const asked: AskedQuestion = { question };
    this.questions.push(asked);
    answer.then(
      (given) => (asked.answer = given),
      () => undefined,
    );
  }

  sampled(): void {
    this.askedModel = true;
  }
}
