import { parseArgs } from 'node:util';
import { exceeds, greatestLevel } from '../../contract/change';
import { compareContracts } from '../../contract/compare-contracts';
import { contractOf } from '../../contract/contract';
import { parseOptions } from '../../config';
import { UsageError, type Command } from '../command';
import { acceptedLevel, changesText, contractFrom } from '../contract/contract-file';
import { openOffer } from '../contract/open-offer';
import { PEER_OPTIONS } from '../open-peer';
import { paintFor } from '../terminal-colours';
import { parseCommandLine } from '../parse-command-line';
import { refuseExtra } from '../refuse-extra';

const OWN = {
  json: { type: 'boolean' },
  allow: { type: 'string' },
  'declared-only': { type: 'boolean' },
} as const;

/** Shows what changed from one contract to another, or to a server. */
export const command: Command = {
  name: 'diff',
  usage: `toolwright diff OLD.json (NEW.json | [--server "COMMAND …" | --url URL] [serve options])

  Exits with 1 if something changed that breaks clients. A change is compatible only if no call that was valid before is
  refused now.

  --allow LEVEL     the greatest change that is accepted: none, patch, minor (the default), major
  --declared-only   count only calls with declared arguments, where a schema takes others too
  --json            the changes as JSON`,
  async run(args, io) {
    const words = filesIn(args);
    const [old, now] = words;
    if (old === undefined) {
      parseOptions(args, { ...OWN, ...PEER_OPTIONS });
      throw new UsageError('which contract? name the file that snapshot wrote');
    }
    refuseExtra(words, 2);
    const before = await contractFrom(old, io.cwd);
    const { contract, options } =
      now === undefined
        ? await openOffer(args, io, OWN).then(({ offer, options: said }) => ({
            contract: contractOf(offer),
            options: said,
          }))
        : {
            contract: await contractFrom(now, io.cwd),
            options: parseCommandLine({ args: [...args], options: OWN, allowPositionals: true }).values,
          };
    const said = options as Record<string, unknown>;
    const allowed = acceptedLevel(said['allow'], 'minor');
    const changes = compareContracts(before, contract, { declaredOnly: said['declared-only'] === true });
    const level = greatestLevel(changes);
    const text = level
      ? `${changesText(changes, paintFor(io, 'stdout'))}\nThis is a ${level} change.\n`
      : 'Nothing changed.\n';
    io.stdout(said['json'] ? `${JSON.stringify({ level: level ?? 'none', changes }, null, 2)}\n` : text);
    return exceeds(level, allowed) ? 1 : 0;
  },
};

// The files among the words: which other options take a value is known only once the server is.
function filesIn(args: readonly string[]): string[] {
  const { positionals } = parseArgs({
    args: [...args],
    options: { ...OWN, ...PEER_OPTIONS, app: { type: 'string' }, config: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  return positionals;
}
