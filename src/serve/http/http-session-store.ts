import type { Audience } from './http-audiences';
import { HttpSession } from './http-session';

/** How many sessions there may be, and how long a silent one lives. */
export interface SessionLimits {
  readonly most: number;
  readonly mostOfOne: number;
  readonly idleMs: number;
}

// How often silent sessions are looked for.
const SWEEP_MS = 30_000;

/** The sessions of legacy clients. */
export class SessionStore {
  private readonly sessions = new Map<string, HttpSession>();
  private readonly timer: NodeJS.Timeout;

  constructor(
    private readonly limits: SessionLimits,
    private readonly now: () => number = Date.now,
  ) {
    this.timer = setInterval(() => this.sweep(), Math.min(SWEEP_MS, limits.idleMs)).unref();
  }

  get size(): number {
    return this.sessions.size;
  }

  /** Begins a session; undefined if there are too many. The longest silent one of the same principal makes room. */
  begin(audience: Audience, principal: string | undefined): HttpSession | undefined {
    this.sweep();
    const own = [...this.sessions.values()].filter((session) => session.principal === principal);
    if (own.length >= this.limits.mostOfOne || this.sessions.size >= this.limits.most) {
      const [silent] = own.filter(({ idle }) => idle).sort((a, b) => a.lastUsed - b.lastUsed);
      if (!silent) return undefined;
      this.end(silent);
    }
    const session = new HttpSession(audience, principal, this.now());
    this.sessions.set(session.id, session);
    return session;
  }

  /** Returns a session of a principal; one of another, or one that was begun with other grants, is no session. */
  find(id: string, principal: string | undefined, audience: Audience): HttpSession | undefined {
    const session = this.sessions.get(id);
    if (!session || session.principal !== principal || session.audience.key !== audience.key)
      return undefined;
    if (this.isOver(session)) {
      this.end(session);
      return undefined;
    }
    session.lastUsed = this.now();
    return session;
  }

  end(session: HttpSession): void {
    this.sessions.delete(session.id);
    session.close();
  }

  endStreams(): void {
    for (const session of this.sessions.values()) session.endStream();
  }

  hurry(): void {
    for (const session of this.sessions.values()) session.hurry();
  }

  close(): void {
    clearInterval(this.timer);
    for (const session of [...this.sessions.values()]) this.end(session);
  }

  private isOver({ idle, lastUsed }: HttpSession): boolean {
    return idle && this.now() - lastUsed > this.limits.idleMs;
  }

  private sweep(): void {
    for (const session of [...this.sessions.values()]) if (this.isOver(session)) this.end(session);
  }
}
