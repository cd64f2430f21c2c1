import type { Session } from './tool-context';

/** The caller of requests over the network that nothing tells apart: no authentication, no session. */
export const ANYONE = 'anyone';

/**
 * Returns whose a call is. Operations, kept answers and the project chosen belong to their caller: the principal of an
 * authenticated client, else the connection; calls without a session have one caller in common.
 */
export function ownerOf(session: Session | undefined): string {
  if (session?.principal !== undefined) return `principal ${session.principal}`;
  const id = session?.id ?? '';
  return id.startsWith('principal ') ? `session ${id}` : id;
}

/** Returns whether every server of an app knows a caller by this name; a connection is known to its own server alone. */
export function isKnownEverywhere(owner: string): boolean {
  return owner.startsWith('principal ') || owner === ANYONE;
}
