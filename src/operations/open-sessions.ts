import type { Session } from '../tool-context';

/** The connections with running operations, so that an operation can run on its caller's behalf. */
export class OpenSessions {
  private readonly sessions = new Map<string, { session: Session; count: number }>();

  get(id: string | undefined): Session | undefined {
    return id === undefined ? undefined : this.sessions.get(id)?.session;
  }

  /** Holds a connection for an operation; returns a function that releases it. */
  hold(session: Session | undefined): () => void {
    if (!session) return () => undefined;
    const held = this.sessions.get(session.id) ?? { session, count: 0 };
    held.count++;
    this.sessions.set(session.id, held);
    return () => {
      if (--held.count === 0) this.sessions.delete(session.id);
    };
  }
}
