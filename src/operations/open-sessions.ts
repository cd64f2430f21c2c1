import type { Session } from '../tool-context';

/** The connections of running operations, so that each runs on behalf of the very request that started it. */
export class OpenSessions {
  private readonly held = new Map<string, Session>();
  private count = 0;

  get(connection: string | undefined): Session | undefined {
    return connection === undefined ? undefined : this.held.get(connection);
  }

  /** Holds a connection for an operation; returns the name it is held by, and a function that releases it. */
  hold(session: Session | undefined): { connection?: string; release: () => void } {
    if (!session) return { release: () => undefined };
    const connection = `connection-${++this.count}`;
    this.held.set(connection, session);
    return { connection, release: () => this.held.delete(connection) };
  }
}
