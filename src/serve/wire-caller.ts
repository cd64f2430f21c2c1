import type { Grant, Session } from '../tool-context';

/** Who sends requests: a pipe, or a client over the network with what it may do. */
export type WireCaller = Pick<Session, 'id' | 'principal' | 'grant'>;

/** Returns the roots that a grant sets, as a session offers them. */
export function grantedRoots(grant: Grant | undefined): Session['roots'] {
  const roots = grant?.roots;
  return roots && (() => Promise.resolve(roots));
}
