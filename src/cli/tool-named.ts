import { nearestNames } from '../base/names';
import type { PeerTool } from '../client/peer-entries';
import type { Peer } from '../client/peer';
import { AppPeer } from './app-peer';
import { UsageError } from './command';

/** Returns the tool with this name; throws the nearest names if there is none. */
export async function toolNamed(peer: Peer, name: string): Promise<PeerTool> {
  const tools = await peer.tools();
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  const names = tools.map((tool) => tool.name);
  const nearest = nearestNames(name, names);
  const cure = nearest.length ? `did you mean ${nearest.join(' or ')}?` : "'toolwright tools' lists them";
  throw new UsageError(`there is no tool '${name}'; ${cure}${peer instanceof AppPeer ? aboutApp(peer) : ''}`);
}

function aboutApp({ mistakes, isShipped }: AppPeer): string {
  if (mistakes) return '. A class with a mistake is not listed; correct it first';
  return isShipped ? '. This is the server that ships; name your own with --app FILE' : '';
}
