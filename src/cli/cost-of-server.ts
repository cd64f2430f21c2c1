import type { RemotePeer } from '../client/remote-peer';
import { costOf, type Cost } from './cost';

/** What another server costs: each entry of its list, and all of it together with its instructions. */
export interface ServerCost {
  readonly tools: readonly (Cost & { readonly name: string })[];
  readonly total: Cost;
}

/** Measures the context taken by the tools and the instructions of another server, as it sends them. */
export async function costOfServer(peer: RemotePeer): Promise<ServerCost> {
  const listed = await peer.sentTools();
  const tools = listed.map((entry) => ({ name: entry.name, ...costOf(JSON.stringify(entry)) }));
  const all = JSON.stringify({ tools: listed }) + (peer.instructions() ?? '');
  return { tools: tools.sort((a, b) => b.bytes - a.bytes), total: costOf(all) };
}
