import { howMany } from '../../base/how-many';
import type { ServerOffer } from '../../base/offer';
import { withoutData, type Contract } from '../../contract/contract';
import type { OwnOptions, ParsedOptions } from '../../config';
import { AppPeer } from '../app-peer';
import type { Io } from '../command';
import { refuseMistakes } from '../listing-mistakes';
import { openForShell } from '../open-for-shell';
import { isRemote, openRemote } from '../open-peer';
import { tellIfNothing } from '../tell-if-nothing';

/** What a server offers, and what was said besides. */
export interface OpenOffer extends ParsedOptions {
  readonly offer: ServerOffer;
}

/** Reads what the app or the server of a command line offers; `sound` has the classes of an app checked first. */
export async function openOffer(
  args: readonly string[],
  io: Io,
  own: OwnOptions,
  { sound = false } = {},
): Promise<OpenOffer> {
  if (isRemote(args)) {
    const { peer, options, positionals } = await openRemote(args, io, own);
    try {
      return { offer: await peer.offer(), options, positionals };
    } finally {
      await peer.close();
    }
  }
  const { open, options, positionals } = await openForShell(args, io, own, { verified: sound });
  try {
    const peer = new AppPeer(open);
    if (sound) await open.verify();
    else await refuseMistakes(peer, UNKNOWN_PROMISE);
    tellIfNothing(open, io);
    return { offer: await peer.offer(), options, positionals };
  } finally {
    await open.close();
  }
}

// A tool that is not listed would be missing from the contract, as if nobody had promised it.
const UNKNOWN_PROMISE = 'what the app promises is not known';

/** Writes how many tools, prompts and resources a server promises. */
export function promiseCounts(contract: Contract): string {
  const { tools, prompts, resources, templates } = withoutData(contract);
  const counts = [
    [tools.length, 'tool'],
    [prompts.length, 'prompt'],
    [resources.length + templates.length, 'resource'],
  ] as const;
  return counts.map(([count, what]) => howMany(count, what)).join(', ');
}
