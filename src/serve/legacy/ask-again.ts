import { answerProblem } from '../../calls/answer-problem';
import { withQuestionDefaults } from '../../calls/defaults-of-question';
import { userAnswer } from '../../calls/user-answer';
import { ToolExecutionError } from '../../errors';
import type { Question, UserAnswer } from '../../tool-context';

/** How often a client is asked the same question before its answers count as a failure. */
const MOST_ROUNDS = 3;

/** Asks until the answer is one that the question's schema allows; says what was wrong each time, and fails in the end. */
export async function askAgain(
  question: Question,
  ask: (message: string) => Promise<Record<string, unknown>>,
): Promise<UserAnswer> {
  let problem: string | undefined;
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const message =
      problem === undefined ? question.message : `${question.message}\n\nPlease answer again: ${problem}.`;
    const { action, content } = withQuestionDefaults(await ask(message), question);
    // Some clients send null for no content.
    const answer = { action, ...(content !== null && content !== undefined && { content }) };
    problem = answerProblem(answer, question);
    if (problem === undefined) return userAnswer(action as UserAnswer['action'], content);
  }
  throw new ToolExecutionError(
    `The client answered "${question.message}" ${MOST_ROUNDS} times with what the question does not allow: ${problem}`,
  );
}
