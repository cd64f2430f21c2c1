import { nearestNames } from '../base/names';
import type { Peer } from '../client/peer';
import { AppPeer } from './app-peer';
import { AppUsageError } from './command';

// The command that lists them.
const LISTED_BY = { tool: 'tools', prompt: 'prompt', resource: 'read' } as const;

/** Returns the error for a name that a server doesn't offer, with the nearest names or how to list them. */
export function notOffered(
  kind: keyof typeof LISTED_BY,
  name: string,
  names: readonly string[],
  peer: Peer,
): AppUsageError {
  const nearest = nearestNames(name, names);
  const cure = nearest.length
    ? `did you mean ${nearest.join(' or ')}?`
    : `'toolwright ${LISTED_BY[kind]}' lists them`;
  return new AppUsageError(
    `there is no ${kind} '${name}'; ${cure}${peer instanceof AppPeer ? aboutApp(peer) : ''}`,
  );
}

function aboutApp({ mistakes, isShipped }: AppPeer): string {
  if (mistakes) return '. A class with a mistake is not listed; correct it first';
  return isShipped ? '. This is the server that ships; name your own with --app FILE' : '';
}
