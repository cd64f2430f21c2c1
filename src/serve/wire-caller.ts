import type { Grant, Session } from '../tool-context';

/** Who sends requests: a pipe, or a client over the network with what it may do. */
export type WireCaller = Pick<Session, 'id' | 'principal' | 'grant'>;

/** Returns the roots that a grant sets, as a session offers them. */
export function grantedRoots(grant: Grant | undefined): Session['roots'] {
  const roots = grant?.roots;
  return roots && (() => Promise.resolve(roots));
}

const ASKED = ['elicitation', 'sampling', 'roots'];

/** Returns what a client can be asked, of all that it declared. */
export function askable(capabilities: object | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(capabilities ?? {}).filter(([name]) => ASKED.includes(name)));
}
