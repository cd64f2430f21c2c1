import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { contractOf, contractText } from '../../contract/contract';
import { writeWholeFile } from '../../disk/write-file-safely';
import { UsageError, type Command } from '../command';
import { CONTRACT_FILE } from '../contract/contract-file';
import { promiseCounts, openOffer } from '../contract/open-offer';
import { refuseExtra } from '../refuse-extra';

/** Writes the contract of an app or of another server to a file. */
export const command: Command = {
  name: 'snapshot',
  appUse: 'judges',
  usage: `toolwright snapshot [--out FILE] [--server "COMMAND …" | --url URL] [serve options]

  Writes everything that clients rely on: tools with their schemas and hints, prompts, resources, instructions; not the
  resources that a template stands for. The same server gives the same bytes, so keep the file in version control.

  --out FILE   where to; ${CONTRACT_FILE} by default, - for stdout`,
  async run(args, io) {
    const { offer, options, positionals } = await openOffer(args, io, { out: { type: 'string' } });
    refuseExtra(positionals, 0);
    const contract = contractOf(offer);
    const text = contractText(contract);
    const out = typeof options['out'] === 'string' ? options['out'] : CONTRACT_FILE;
    if (out === '-') {
      io.stdout(text);
      return 0;
    }
    const path = resolve(io.cwd, out);
    const folder = await realpath(dirname(path)).catch(() => {
      throw new UsageError(`--out: there is no directory ${dirname(out)}`);
    });
    await writeWholeFile(join(folder, basename(path)), Buffer.from(text), {
      shown: out,
      createDirectories: false,
    });
    io.stdout(`${out}: ${promiseCounts(contract)}\n`);
    return 0;
  },
};
