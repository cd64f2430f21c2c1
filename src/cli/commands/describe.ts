import type { Peer } from '../../client/peer';
import { AppPeer } from '../app-peer';
import { UsageError, type Command, type Io } from '../command';
import { openPeer, PEER_USAGE } from '../open-peer';
import { refuseExtra } from '../refuse-extra';
import { toolNamed } from '../tool-named';

/** Describes one tool: what an agent reads about it, and its schemas. */
export const command: Command = {
  name: 'describe',
  appUse: 'calls',
  usage: `toolwright describe NAME ${PEER_USAGE}`,
  async run(args, io) {
    const { peer, options, positionals } = await openPeer(args, io);
    try {
      refuseExtra(positionals, 1);
      const [name] = positionals;
      if (name === undefined) throw new UsageError("which tool? 'toolwright tools' lists them");
      return await describeTool(peer, name, io, options['json'] === true);
    } finally {
      await peer.close();
    }
  },
};

/** Prints what agents read about a tool, and its schemas; returns the exit code. */
export async function describeTool(peer: Peer, name: string, io: Io, json: boolean): Promise<number> {
  const found = await toolNamed(peer, name);
  const tool = peer instanceof AppPeer ? (await peer.asListed([found]))[0]! : found;
  const { description, inputSchema, outputSchema, annotations } = tool;
  const parts = [
    description,
    section('Input schema', description.includes('## JSON Schema') ? undefined : inputSchema),
    section('Output schema', outputSchema),
    section('Annotations', annotations),
  ];
  io.stdout(`${json ? JSON.stringify(tool) : parts.filter(Boolean).join('\n\n')}\n`);
  return 0;
}

function section(title: string, value: object | undefined): string {
  return value ? `## ${title}\n\n${JSON.stringify(value, null, 2)}` : '';
}
