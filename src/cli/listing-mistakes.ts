import type { Peer } from '../client/peer';
import { AppPeer } from './app-peer';
import { AppUsageError, type Io } from './command';
import { tellIfNothing } from './tell-if-nothing';

/** Refuses to judge an app whose mistakes keep something out of its lists; `so` says what would be wrong about the judgement. */
export async function refuseMistakes(peer: AppPeer, so: string): Promise<void> {
  await peer.tools();
  await peer.lookAtOthers();
  if (hasMistakes(peer)) throw new AppUsageError(`${keepOut(peer)}, so ${so}; correct them first`);
}

/** Says what is wrong with the lists that were made: mistakes that keep something out, or that nothing is in any. Returns the exit code, which says so too. */
export function exitCodeOfList(peer: Peer, command: string, io: Io): number {
  if (!(peer instanceof AppPeer)) return 0;
  // As in `serve`, it is a mistake only where the author wants to hear of all.
  if (!hasMistakes(peer)) return tellIfNothing(peer.open, io) && peer.open.config.strict ? 1 : 0;
  io.stderr(`toolwright ${command}: ${keepOut(peer)}\n`);
  return 1;
}

function hasMistakes({ mistakes }: AppPeer): boolean {
  return Object.values(mistakes).some(Boolean);
}

function keepOut({ mistakes }: AppPeer): string {
  const found = Object.entries(mistakes).filter(([, count]) => count > 0);
  const sum = found.reduce((total, [, count]) => total + count, 0);
  const kinds = found.map(([kind]) => kind).join(' and ');
  return `mistakes (${sum}, above) keep ${kinds} out of the list`;
}
