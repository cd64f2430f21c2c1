import type { Session } from '../tool-context';

/** A time limit that stops while the user thinks. */
export interface Pauses {
  pause(): void;
  resume(): void;
}

/** What waits for the client or its user. */
const WAITING: ReadonlySet<unknown> = new Set<keyof Session>(['ask', 'sample', 'roots', 'requestRoots']);

/** The same session, with the time limit of a call stopped while the client or its user is asked something. */
export function withPauses(session: Session, limit: Pauses): Session {
  const pausing = async (answer: () => Promise<unknown>): Promise<unknown> => {
    limit.pause();
    try {
      return await answer();
    } finally {
      limit.resume();
    }
  };
  // Everything is read from the session itself, which keeps what was asked.
  return new Proxy(session, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || !WAITING.has(name)) return value;
      return (...args: unknown[]) => pausing(() => value.apply(target, args) as Promise<unknown>);
    },
  });
}
