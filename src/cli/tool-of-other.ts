import type { Peer } from '../client/peer';
import type { PeerTool } from '../client/peer-lists';
import type { OwnOptions } from '../config';
import { AppUsageError, type Io } from './command';
import { openPeer } from './open-peer';
import { toolNamed } from './tool-named';

/** A command line that names another server. */
export interface OtherServer {
  readonly args: readonly string[];
  readonly io: Io;
  readonly own: OwnOptions;
}

/** Returns the tool of another server with this name; one that it offers only to clients with a user is told from one that isn't there. */
export async function toolOfOther(peer: Peer, name: string, other: OtherServer): Promise<PeerTool> {
  try {
    return await toolNamed(peer, name);
  } catch (error) {
    if (other.io.terminal || !(await isOfferedToAskers(name, other))) throw error;
    throw new AppUsageError(
      `'${name}' is offered only to a client that can ask its user, and there is no terminal to ask in: run the command where neither stdin nor stderr is a pipe or a file`,
    );
  }
}

async function isOfferedToAskers(name: string, { args, io, own }: OtherServer): Promise<boolean> {
  const { peer } = await openPeer(args, { ...io, stderr: () => undefined }, own);
  try {
    return (await peer.tools()).some((tool) => tool.name === name);
  } finally {
    await peer.close();
  }
}
