import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { TrustStore } from '../../trust/trust-store';
import { UsageError, type Command } from '../command';
import { parseCommandLine } from '../parse-command-line';

/** Takes back the trust in a directory, which need not exist any more. */
export const command: Command = {
  name: 'untrust',
  usage: 'toolwright untrust [DIR]',
  async run(args, io) {
    const { positionals } = parseCommandLine({ args, allowPositionals: true, options: {} });
    const [given = '.', extra] = positionals;
    if (extra !== undefined) throw new UsageError(`one directory at a time, got '${extra}' too`);
    const directory = resolve(io.cwd, given);
    const real = await realpath(directory).catch(() => directory);
    const store = TrustStore.of(io.env);
    const known = (await store.untrust(directory)) || (await store.untrust(real));
    io.stdout(known ? `${directory} is not trusted any more.\n` : `${directory} was not trusted.\n`);
    return known ? 0 : 1;
  },
};
