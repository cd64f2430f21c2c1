import type { UserAnswer, Question, Sample, SampleRequest, Session } from '../tool-context';

/** A time limit that stops while the user thinks. */
export interface Pauses {
  pause(): void;
  resume(): void;
}

/** The same session, with the time limit of a call stopped while a question is open. */
export function withPauses(session: Session, limit: Pauses): Session {
  const pausing = async <T>(answer: () => Promise<T>): Promise<T> => {
    limit.pause();
    try {
      return await answer();
    } finally {
      limit.resume();
    }
  };
  return Object.create(session, {
    ask: {
      get: () => {
        const { ask } = session;
        return (
          ask &&
          ((question: Question, signal?: AbortSignal): Promise<UserAnswer> =>
            pausing(() => ask(question, signal)))
        );
      },
    },
    sample: {
      get: () => {
        const { sample } = session;
        return (
          sample &&
          ((request: SampleRequest, signal?: AbortSignal): Promise<Sample> =>
            pausing(() => sample(request, signal)))
        );
      },
    },
  }) as Session;
}
