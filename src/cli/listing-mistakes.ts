import type { Peer } from '../client/peer';
import { AppPeer } from './app-peer';
import { AppUsageError, type Io } from './command';

/** Refuses to judge an app whose mistakes keep tools out of its list; `so` says what would be wrong about the judgement. */
export async function refuseMistakes(peer: AppPeer, so: string): Promise<void> {
  await peer.tools();
  if (peer.mistakes.tools) throw new AppUsageError(`${keepOut(peer)}, so ${so}; correct them first`);
}

/** Says that mistakes keep something out of the lists that were made; returns the exit code, which says so too. */
export function exitCodeOfList(peer: Peer, command: string, io: Io): number {
  if (!(peer instanceof AppPeer) || !Object.values(peer.mistakes).some(Boolean)) return 0;
  io.stderr(`toolwright ${command}: ${keepOut(peer)}\n`);
  return 1;
}

function keepOut({ mistakes }: AppPeer): string {
  const found = Object.entries(mistakes).filter(([, count]) => count > 0);
  const sum = found.reduce((total, [, count]) => total + count, 0);
  const kinds = found.map(([kind]) => kind).join(' and ');
  return `mistakes (${sum}, above) keep ${kinds} out of the list`;
}
