import { exceeds, greatestLevel } from '../../contract/change';
import { compareContracts } from '../../contract/compare-contracts';
import { contractOf } from '../../contract/contract';
import { UsageError, type Command, type Io } from '../command';
import {
  ABOUT_STALE_BUILD,
  acceptedLevel,
  changesText,
  CONTRACT_FILE,
  contractFrom,
} from '../contract/contract-file';
import { promiseCounts, openOffer } from '../contract/open-offer';
import { findApp, findAppFile } from '../../app/load-app';
import { namedOption } from '../../config/named-option';
import { isRemote } from '../open-peer';
import { staleBuildFor } from '../project-app/stale-app';
import { paintFor } from '../terminal-colours';

const OWN = {
  json: { type: 'boolean' },
  allow: { type: 'string' },
  contract: { type: 'string' },
} as const;

/** Checks the classes of an app, and whether a server is still what its contract says. */
export const command: Command = {
  name: 'verify',
  appUse: 'judges',
  usage: `toolwright verify [--contract FILE] [--server "COMMAND …" | --url URL] [serve options]

  Exits with 1 if the server differs from its contract, or its build or its manifest is older than its sources, and with 2 if the
  app has mistakes or there is no contract.

  --contract FILE   the file that snapshot wrote; ${CONTRACT_FILE} by default
  --allow LEVEL     the greatest difference that is accepted: none (the default), patch, minor, major
  --json            the differences as JSON`,
  async run(args, io) {
    const { offer, options, positionals } = await openOffer(args, io, OWN, { sound: true });
    const [word] = positionals;
    if (word !== undefined)
      throw new UsageError(`takes options only, got '${word}'; name a contract with --contract ${word}`);
    const now = contractOf(offer);
    const allowed = acceptedLevel(options['allow'], 'none');
    const json = options['json'] === true;
    const named = typeof options['contract'] === 'string' ? options['contract'] : undefined;
    const file = named ?? CONTRACT_FILE;
    // A file that is named and not there is a wrong command line; without any, the classes were checked all the same.
    const before = named === undefined ? undefined : await contractFrom(named, io.cwd);
    const looked = isRemote(args) ? undefined : await lookAtClasses(args, io);
    if (!json && looked) io.stdout(`${promiseCounts(now)}: ${looked.text}\n`);
    const staleManifest = looked?.staleManifest;
    const changes = compareContracts(before ?? (await contractFrom(file, io.cwd)), now);
    const level = greatestLevel(changes);
    const drift = exceeds(level, allowed);
    const stale = (await staleBuildFor(args, io))?.sources ?? [];
    const end = !level
      ? `The server keeps its contract (${file}).\n`
      : drift
        ? `\nThe server differs from ${file}. If that is meant, write it anew with 'toolwright snapshot'.\n`
        : `\nThe server differs from ${file} by a ${level} change, which --allow ${allowed} accepts.\n`;
    const old = stale.length ? ABOUT_STALE_BUILD : '';
    const report = { level: level ?? 'none', drift, stale, ...(staleManifest && { staleManifest }), changes };
    io.stdout(
      json
        ? `${JSON.stringify(report, null, 2)}\n`
        : changesText(changes, paintFor(io, 'stdout')) + end + old,
    );
    return drift || stale.length || staleManifest !== undefined ? 1 : 0;
  },
};

interface LookedAtClasses {
  readonly text: string;
  /** In what the manifest is older than the sources, if it is. */
  readonly staleManifest?: string;
}

// What was forgotten in the sources shows in no class, so the classes alone are no proof.
async function lookAtClasses(args: readonly string[], { cwd, env }: Io): Promise<LookedAtClasses> {
  const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
  if ((await findAppFile({ cwd, env, options })) === undefined) return { text: SOUND };
  const { sourcesIn, lookAtSources } = await import('../doctor/look-at-sources.js');
  const { lookAtManifest } = await import('../doctor/look-at-manifest.js');
  const read = await sourcesIn(cwd, options.app);
  const forgotten = lookAtSources(read, cwd);
  const manifest = await lookAtManifest(await findApp({ cwd, env, options }), read.sources, cwd);
  const stale = manifest.find(({ verdict }) => verdict === 'problem');
  const found = [
    ...forgotten.map(({ text, cure }) => `  ${text}. ${cure}`),
    ...manifest.map(({ text, cure = '' }) => `  The manifest ${text}. ${cure}`.trimEnd()),
  ];
  const isForgotten = forgotten.length > 0 && !read.skipped;
  const said = isForgotten
    ? 'something is forgotten in their sources.'
    : stale
      ? 'their manifest is stale.'
      : SOUND;
  return { text: [said, ...found].join('\n'), ...(stale && { staleManifest: stale.text }) };
}

const SOUND = 'no mistakes in their classes.';
