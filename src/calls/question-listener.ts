import type { Question, Session, UserAnswer } from '../tool-context';

/** Learns what a call asks the user and the client's model. */
export interface QuestionListener {
  /** The user is asked; the answer is rejected if none comes. */
  asked(question: Question, answer: Promise<UserAnswer>): void;
  /** The client's model is asked. */
  sampled(): void;
}

/** The same session, with a listener that learns of everything it is asked. */
export function heardBy(session: Session, listener: QuestionListener): Session {
  // Everything is read from the session itself, which keeps what was asked.
  return new Proxy(session, {
    get: (target, name) => {
      if (name === 'ask') return heardAsk(target, listener);
      if (name === 'sample') return heardSample(target, listener);
      return Reflect.get(target, name) as unknown;
    },
  });
}

function heardAsk(session: Session, listener: QuestionListener): Session['ask'] {
  const { ask } = session;
  return (
    ask &&
    ((question, signal) => {
      // A question that the client can't show is refused at once.
      const answer = (async () => ask.call(session, question, signal))();
      listener.asked(question, answer);
      return answer;
    })
  );
}

function heardSample(session: Session, listener: QuestionListener): Session['sample'] {
  const { sample } = session;
  return (
    sample &&
    ((request, signal) => {
      listener.sampled();
      return sample.call(session, request, signal);
    })
  );
}
