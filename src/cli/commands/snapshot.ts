import { contractOf, contractText, isContractText } from '../../contract/contract';
import type { Command } from '../command';
import { CONTRACT_FILE } from '../contract/contract-file';
import { promiseCounts, openOffer } from '../contract/open-offer';
import { refuseExtra } from '../refuse-extra';
import { FORCE, writeOut } from '../write-out';

/** Writes the contract of an app or of another server to a file. */
export const command: Command = {
  name: 'snapshot',
  appUse: 'judges',
  usage: `toolwright snapshot [--out FILE] [--force] [--server "COMMAND …" | --url URL] [serve options]

  Writes everything that clients rely on: tools with their schemas and hints, prompts, resources, instructions; not the
  resources that a template stands for. The same server gives the same bytes, so keep the file in version control.

  --out FILE   where to; ${CONTRACT_FILE} by default, - for stdout
  --force      replace a file that is no contract`,
  async run(args, io) {
    const { offer, options, positionals } = await openOffer(args, io, { out: { type: 'string' }, ...FORCE });
    refuseExtra(positionals, 0);
    const contract = contractOf(offer);
    const report = promiseCounts(contract);
    const out = typeof options['out'] === 'string' ? options['out'] : CONTRACT_FILE;
    const force = options['force'] === true;
    const text = contractText(contract);
    await writeOut({ out, text, force, kind: 'a contract', isOwn: isContractText, report }, io);
    return 0;
  },
};
