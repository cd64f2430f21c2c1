/** Ends a call of a test whose questions are asked again and again because the fake user's answers are refused. */
export class RepeatedQuestions {
  private last = '';
  private rounds = 0;

  /** Counts the questions of a round; throws when the same ones come for the fourth time. */
  add(requests: unknown): void {
    const text = JSON.stringify(requests);
    this.rounds = text === this.last ? this.rounds + 1 : 1;
    this.last = text;
    if (this.rounds > MOST_ROUNDS)
      throw new Error(
        `The fake user answered ${MOST_ROUNDS} times with what the question does not allow. It was: ${text}`,
      );
  }
}

const MOST_ROUNDS = 3;
