import { columns, purposeIn } from '../print-columns';
import type { Command } from '../command';
import { AppPeer } from '../app-peer';
import { exitCodeOfList } from '../listing-mistakes';
import { openPeer, PEER_USAGE } from '../open-peer';
import { refuseExtra } from '../refuse-extra';
import { describeTool } from './describe';

/** Lists the tools that a server offers, or describes one of them. */
export const command: Command = {
  name: 'tools',
  appUse: 'calls',
  usage: `toolwright tools [NAME] ${PEER_USAGE}

  Exits with 1 if a class of the app has a mistake, which keeps it out of its list; with --strict also if there is
  nothing that clients would see.`,
  async run(args, io) {
    const { peer, options, positionals } = await openPeer(args, io);
    const json = options['json'] === true;
    try {
      refuseExtra(positionals, 1);
      const [name] = positionals;
      if (name !== undefined) return await describeTool(peer, name, io, json);
      const tools = await peer.tools();
      const rows = tools.map(({ name: tool, description, disabled }): [string, string] => [
        tool,
        `${purposeIn(description, { name: tool })}${disabled ? '  (disabled)' : ''}`,
      ]);
      const asListed = () => (peer instanceof AppPeer ? peer.asListed(tools) : tools);
      io.stdout(json ? `${JSON.stringify(await asListed())}\n` : columns(rows, io));
      const seen = peer instanceof AppPeer ? await peer.seenByClients() : undefined;
      if (seen !== undefined) io.stderr(`${seen}\n`);
      if (peer instanceof AppPeer) await peer.lookAtOthers();
      return exitCodeOfList(peer, 'tools', io);
    } finally {
      await peer.close();
    }
  },
};
