import { howMany } from '../../base/how-many';
import { matchesTemplate } from '../../base/template-match';
import { AppUsageError, UsageError, type Command, type Io } from '../command';
import type { Peer } from '../../client/peer';
import type { PeerContents } from '../../client/peer-lists';
import { ResourceNotFoundError } from '../../registries/resource-registry';
import { notOffered } from '../not-offered';
import { exitCodeOfList } from '../listing-mistakes';
import { openPeer, PEER_USAGE } from '../open-peer';
import { columns } from '../print-columns';
import { resourceRows } from '../resource-rows';

/** Reads a resource, or lists them all. */
export const command: Command = {
  name: 'read',
  appUse: 'calls',
  usage: `toolwright read [URI] ${PEER_USAGE}`,
  async run(args, io) {
    const { peer, options, positionals } = await openPeer(args, io);
    const json = options['json'] === true;
    try {
      const [uri, ...more] = positionals;
      if (more.length) throw new UsageError(`one URI at a time; got ${positionals.length}`);
      if (uri !== undefined) {
        const contents = await readFrom(peer, uri);
        if (json) io.stdout(`${JSON.stringify(contents)}\n`);
        else for (const part of contents) print(part, io);
        return 0;
      }
      const resources = await peer.resources();
      if (json) io.stdout(`${JSON.stringify(resources)}\n`);
      else io.stdout(columns(resourceRows(resources), io));
      return exitCodeOfList(peer, 'read', io);
    } finally {
      await peer.close();
    }
  },
};

async function readFrom(peer: Peer, uri: string): Promise<PeerContents[]> {
  try {
    return await peer.read(uri);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundError)) throw error;
    const uris = (await peer.resources()).map((resource) => resource.uri);
    const template = uris.find((each) => each.includes('{') && matchesTemplate(uri, each));
    if (template !== undefined)
      throw new AppUsageError(`there is nothing at '${uri}', which ${template} stands for`);
    throw await notOffered('resource', uri, uris, peer);
  }
}

function print({ text, blob, mimeType }: PeerContents, io: Io): void {
  if (text !== undefined) return io.stdout(text.endsWith('\n') ? text : `${text}\n`);
  const size = Buffer.byteLength(blob ?? '', 'base64');
  io.stdout(`(${howMany(size, 'byte')} of ${mimeType ?? 'unknown type'}; --json prints them in base64)\n`);
}
