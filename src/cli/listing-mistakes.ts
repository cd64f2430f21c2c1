import type { Peer } from '../client/peer';
import { AppPeer } from './app-peer';
import { AppUsageError, type Io } from './command';

/** Refuses to judge an app whose mistakes keep tools out of its list; `so` says what would be wrong about the judgement. */
export async function refuseMistakes(peer: AppPeer, so: string): Promise<void> {
  await peer.tools();
  if (peer.mistakes) throw new AppUsageError(`${keepOut(peer)}, so ${so}; correct them first`);
}

/** Says that mistakes keep tools out of the list that was shown; returns the exit code, which says so too. */
export function exitCodeOfList(peer: Peer, command: string, io: Io): number {
  if (!(peer instanceof AppPeer) || !peer.mistakes) return 0;
  io.stderr(`toolwright ${command}: ${keepOut(peer)}\n`);
  return 1;
}

function keepOut({ mistakes }: AppPeer): string {
  return `mistakes (${mistakes}, above) keep tools out of the list`;
}
