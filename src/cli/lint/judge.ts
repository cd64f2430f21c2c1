import { answerBudgetOf } from '../../app/wiring/make-answer-budget';
import type { OpenApp } from '../../app/open-loaded-app';
import type { OwnOptions } from '../../config';
import { FORGOTTEN_CURE, forgottenIn } from '../../generate/forgotten-args';
import {
  lintOffer,
  type ClientName,
  type ForgottenField,
  type LintOptions,
  type UnregisteredClass,
} from '../../lint';
import { SOURCE_RULES } from '../../lint/rules/source-rules';
import type { PlacedFinding } from '../../lint/finding';
import { AppPeer } from '../app-peer';
import { UsageError, type Io } from '../command';
import { namedOption } from '../../config/named-option';
import { refuseMistakes } from '../listing-mistakes';
import { openForShell } from '../open-for-shell';
import { isRemote, openRemote } from '../open-peer';
import { tokensOfListing } from '../../tokens/text-token-estimate';
import { readAppSources } from './app-sources';
import { fixFindings } from './fix-findings';
import { FindingPlaces, type AppSources } from './place-findings';
import { probeRefusals } from './probe-refusals';
import { probeApp, probePeer } from './probe-tools';
import { registrationCure, unregisteredClasses } from './unregistered-classes';

/** The options of `toolwright lint` besides those that name a server. */
export const LINT_OPTIONS = {
  json: { type: 'boolean' },
  sarif: { type: 'boolean' },
  github: { type: 'boolean' },
  client: { type: 'string', multiple: true },
  as: { type: 'string' },
  off: { type: 'string', multiple: true },
  'fail-on': { type: 'string' },
  probe: { type: 'boolean' },
  sources: { type: 'string', multiple: true },
  fix: { type: 'boolean' },
} as const satisfies OwnOptions;

/** What was asked for. */
export interface LintRequest {
  readonly [option: string]: unknown;
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly github?: boolean;
  readonly client?: readonly string[];
  readonly as?: string;
  readonly off?: readonly string[];
  readonly 'fail-on'?: string;
  readonly probe?: boolean;
  readonly sources?: readonly string[];
  readonly fix?: boolean;
}

/** What was found, and what was asked for. */
export interface Judged {
  readonly findings: readonly PlacedFinding[];
  readonly request: LintRequest;
}

type CheckRequest = (request: LintRequest, positionals: readonly string[]) => void;

/** Lists what the server of a command line offers, judges it, and puts right what is to be put right. */
export async function judge(args: readonly string[], io: Io, check: CheckRequest): Promise<Judged> {
  return isRemote(args) ? judgeRemote(args, io, check) : judgeApp(args, io, check);
}

async function judgeRemote(args: readonly string[], io: Io, check: CheckRequest): Promise<Judged> {
  if (args.includes('--fix')) throw new UsageError('--fix: only goes with an app, whose sources are at hand');
  const { peer, options: request, positionals } = await openRemote(args, io, LINT_OPTIONS);
  try {
    check(request, positionals);
    const offer = await peer.offer();
    const again = await peer.offer();
    const probes = request['probe'] ? await probePeer(peer) : [];
    return { findings: lintOffer(offer, { ...lintOptions(request), again, probes }), request };
  } finally {
    await peer.close();
  }
}

async function judgeApp(args: readonly string[], io: Io, check: CheckRequest): Promise<Judged> {
  const { open, options, positionals } = await openForShell(args, io, LINT_OPTIONS);
  const request: LintRequest = options;
  try {
    check(request, positionals);
    const peer = new AppPeer(open);
    await refuseMistakes(peer, 'they would not be judged');
    const from = { globs: request.sources, app: namedOption(args, 'app'), cwd: io.cwd };
    // What lies in the directory has nothing to do with the server that ships.
    const looks = !peer.isShipped && SOURCE_RULES.some(({ id }) => !request.off?.includes(id));
    const { sources: own, skipped } = looks ? await readAppSources(from) : {};
    if (skipped) io.stderr(`sources: ${skipped.text}. ${skipped.cure}\n`);
    const found = lintOffer(await peer.offer(), {
      ...lintOptions(request),
      again: await peer.offer(),
      answerBudget: budgets(open),
      probes: await probeApp(open),
      refusals: await probeRefusals(open),
      forgotten: own && forgottenFields(own),
      unregistered: own && (await unregistered(own, open)),
    });
    if (!found.length) return { findings: found, request };
    const sources = own ?? (await readAppSources(from)).sources;
    if (request.fix && !sources)
      throw new UsageError(
        '--fix: found no sources that could be read; name them with --sources, and install typescript',
      );
    const places = await FindingPlaces.of(open, sources, io.cwd);
    const placed = found.map((finding) => places.place(finding));
    return {
      findings: request.fix && sources ? await fixFindings(placed, sources, io.cwd) : placed,
      request,
    };
  } finally {
    await open.close();
  }
}

function forgottenFields({ ts, files }: AppSources): ForgottenField[] {
  return forgottenIn(ts, files).map((field) => ({ ...field, cure: FORGOTTEN_CURE }));
}

async function unregistered(sources: AppSources, open: OpenApp): Promise<UnregisteredClass[]> {
  const found = await unregisteredClasses(sources, open);
  return found.map((each) => ({ ...each, cure: registrationCure(each) }));
}

function lintOptions({ client, as, off }: LintRequest): LintOptions {
  return { clients: client as ClientName[] | undefined, serverName: as, off, tokensOf: tokensOfListing };
}

function budgets({ registry, config }: OpenApp): (tool: string) => number {
  const byName = new Map(
    registry.list().map((tool) => [registry.exposedName(tool), answerBudgetOf(config, tool)]),
  );
  return (name) => byName.get(name) ?? config.answers.budget;
}
