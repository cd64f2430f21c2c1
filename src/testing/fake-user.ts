import { userAnswer } from '../calls/user-answer';
import type { Question, UserAnswer } from '../tool-context';

/** What a fake user says to one question: `true` accepts, `false` declines, an object accepts with these values. */
export type Reply = boolean | Readonly<Record<string, unknown>> | UserAnswer;

/** Answers questions in a test: a list, taken in order, or a function of the question. */
export type FakeUser = readonly Reply[] | ((question: Question) => Reply | undefined);

/** Asks the fake user of a test, and keeps what was asked. */
export class Interview {
  /** Every question so far, in order. */
  readonly questions: Question[] = [];
  private taken = 0;

  constructor(private readonly user: FakeUser) {}

  answer(question: Question): UserAnswer {
    this.questions.push(question);
    const reply = typeof this.user === 'function' ? this.user(question) : this.user[this.taken++];
    if (reply === undefined)
      throw new Error(
        `The fake user has no answer to "${question.message}". Add one to the option user of testClient, ` +
          'or { action: "cancel" } for a user who gives none.',
      );
    return asAnswer(reply);
  }
}

function asAnswer(reply: Reply): UserAnswer {
  if (typeof reply === 'boolean') return userAnswer(reply ? 'accept' : 'decline');
  if (isAnswer(reply)) return userAnswer(reply.action, reply.content);
  return userAnswer('accept', { ...reply });
}

function isAnswer(reply: Exclude<Reply, boolean>): reply is UserAnswer {
  return 'action' in reply && ['accept', 'decline', 'cancel'].includes(String(reply['action']));
}
