import type { PeerTool } from '../client/peer-lists';
import type { Peer } from '../client/peer';
import { AppPeer } from './app-peer';
import { notOffered } from './not-offered';

/** Returns the tool with this name; throws the nearest names if there is none. */
export async function toolNamed(peer: Peer, name: string): Promise<PeerTool> {
  const tools = await peer.tools();
  const bare = peer instanceof AppPeer ? peer.bareName(name) : name;
  const found = tools.find((tool) => tool.name === bare);
  if (found) return found;
  throw await notOffered(
    'tool',
    name,
    tools.map((tool) => tool.name),
    peer,
  );
}
