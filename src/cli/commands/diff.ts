import { parseArgs } from 'node:util';
import { exceeds, greatestLevel } from '../../contract/change';
import { compareContracts } from '../../contract/compare-contracts';
import { contractOf, type Contract } from '../../contract/contract';
import { parseOptions, type OwnOptions } from '../../config';
import type { Command, Io } from '../command';
import {
  ABOUT_STALE_BUILD,
  acceptedLevel,
  changesText,
  CONTRACT_FILE,
  contractFrom,
} from '../contract/contract-file';
import { openOffer } from '../contract/open-offer';
import { isRemote, knownOptions, refuseSettings } from '../open-peer';
import { staleBuildFor } from '../project-app/stale-app';
import { withProjectApp } from '../project-app/with-project-app';
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
  usage: `toolwright diff [OLD.json] (NEW.json | [--server "COMMAND …" | --url URL] [serve options])

  Exits with 1 if something changed that breaks clients, or the build is older than its sources. A change is compatible only
  if no call that was valid before is refused now.

  OLD.json          the file that snapshot wrote; ${CONTRACT_FILE} by default
  --allow LEVEL     the greatest change that is accepted: none, patch, minor (the default), major
  --declared-only   count only calls with declared arguments, where a schema takes others too
  --json            the changes as JSON`,
  async run(args, io) {
    const known = await knownOptions(args, io);
    // The value of a setting that isn't known here would be taken for a file.
    if (isRemote(args)) refuseSettings(args, { ...known, ...OWN });
    const words = filesIn(args, known);
    const [old = CONTRACT_FILE, now] = words;
    refuseExtra(words, 2);
    if (!words.length) parseOptions(args, { ...OWN, ...known });
    const before = await contractFrom(old, io.cwd);
    const { contract, options, to, stale } =
      now === undefined ? await offered(args, io) : await written(now, args, io);
    const allowed = acceptedLevel(options['allow'], 'minor');
    const changes = compareContracts(before, contract, { declaredOnly: options['declared-only'] === true });
    const level = greatestLevel(changes);
    const text = level
      ? `${changesText(changes, paintFor(to, 'stdout'))}\nThis is a ${level} change.\n`
      : 'Nothing changed.\n';
    const about = stale.length ? ABOUT_STALE_BUILD : '';
    const report = { level: level ?? 'none', stale, changes };
    to.stdout(options['json'] ? `${JSON.stringify(report, null, 2)}\n` : text + about);
    return exceeds(level, allowed) || stale.length ? 1 : 0;
  },
};

interface Compared {
  readonly contract: Contract;
  readonly options: Readonly<Record<string, unknown>>;
  readonly to: Io;
  /** The sources that are newer than the build that was compared. */
  readonly stale: readonly string[];
}

function offered(args: readonly string[], io: Io): Promise<Compared> {
  return withProjectApp(args, io, 'judges', async (words, to) => {
    const { offer, options } = await openOffer(words, to, OWN);
    const stale = (await staleBuildFor(words, io))?.sources ?? [];
    return { contract: contractOf(offer), options, to, stale };
  });
}

async function written(file: string, args: readonly string[], io: Io): Promise<Compared> {
  const { values } = parseCommandLine({ args: [...args], options: OWN, allowPositionals: true });
  return { contract: await contractFrom(file, io.cwd), options: { ...values }, to: io, stale: [] };
}

// The files among the words, none of which is the value of an option.
function filesIn(args: readonly string[], known: OwnOptions): string[] {
  const { positionals } = parseArgs({
    args: [...args],
    options: { ...known, ...OWN },
    strict: false,
    allowPositionals: true,
  });
  return positionals;
}
