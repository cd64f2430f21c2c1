import { needsConsent } from '../../calls/consent';
import { formatOrigin, type OwnOptions } from '../../config';
import type { Decision } from '../../policy/policy-decision';
import { problemText } from '../../schema/validate';
import { AppPeer } from '../app-peer';
import { notOffered } from '../not-offered';
import { openForShell } from '../open-for-shell';
import { AppUsageError, UsageError, type Command, type Io } from '../command';
import { flagsOf } from '../call-flags/call-flag';
import { findFlag } from '../call-flags/find-flag';
import { splitWords } from '../call-flags/split-call-words';
import { knownOptions } from '../open-peer';
import type { OpenApp } from '../../app/open-loaded-app';
import { explainCall } from '../../app/wiring/bind-policy';
import type { Judgement } from '../../app/wiring/make-call-judge';

const EXAMPLE = `toolwright policy explain execute_command '{"command": "rm -rf x"}'`;

const OWN = { json: { type: 'boolean' } } as const satisfies OwnOptions;

/** Shows whether a call would be allowed, and which rule in which file and line decides it. */
export const command: Command = {
  name: 'policy',
  appUse: 'calls',
  usage: `toolwright policy explain TOOL JSON [--json] [serve options]    Example: ${EXAMPLE}`,
  async run(args, io) {
    await refuseFlags(args, io);
    const { open, options, positionals } = await openForShell(args, io, OWN);
    try {
      const [verb, tool, json, ...rest] = positionals;
      if (verb !== 'explain' || tool === undefined || rest.length)
        throw new UsageError(`write it as ${EXAMPLE}`);
      const bareName = new AppPeer(open).bareName(tool);
      const judgements = await judge(open, bareName, parse(json ?? '{}'));
      const consent = consentDecision(open, bareName);
      const refused = judgements.some(({ refusal }) => refusal) || consent?.allowed === false;
      const decisions = [...judgements.flatMap((each) => each.decisions), ...(consent ? [consent] : [])];
      if (options['json']) {
        io.stdout(`${JSON.stringify({ tool, allowed: !refused, decisions })}\n`);
        return refused ? 1 : 0;
      }
      if (!decisions.length) {
        const words = open.registry.get(bareName)?.accesses?.length
          ? 'none of these arguments is marked as a path'
          : "the policy does not apply to this tool's arguments";
        io.stdout(`${tool}: ${words}\n`);
        return 0;
      }
      for (const decision of decisions) io.stdout(explain(decision));
      io.stdout(`${tool}: ${refused ? 'refused' : 'allowed'}\n`);
      return refused ? 1 : 0;
    } finally {
      await open.close();
    }
  },
};

// Arguments written as `call` takes them; other words that are not known are reported as options.
async function refuseFlags(args: readonly string[], io: Io): Promise<void> {
  const words = splitWords(
    args.filter((word) => word !== 'explain'),
    await knownOptions(args, io, OWN),
  );
  const given = words.rest.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? []);
  if (words.name === undefined || !given.length) return;
  const { open } = await openForShell(words.own, io, OWN);
  try {
    const tool = open.registry.get(words.name);
    const flags = tool ? flagsOf(tool.describe().inputSchema) : [];
    const [meant] = given.flatMap((name) => findFlag(name, flags)?.flag ?? []);
    if (!meant) return;
    throw new AppUsageError(
      `--${meant.name}: the arguments of a tool are written as JSON here: toolwright policy explain ${words.name} '{"${meant.path[0]}": …}'`,
    );
  } finally {
    await open.close();
  }
}

async function judge(
  open: OpenApp,
  name: string,
  given: Record<string, unknown>,
): Promise<readonly Judgement[]> {
  const { setup, registry } = open;
  const tool = registry.get(name);
  if (!tool)
    throw await notOffered(
      'tool',
      name,
      registry.list().map((each) => each.name),
      new AppPeer(open),
    );
  const checked = await tool.check(given);
  if (!checked.ok)
    throw new AppUsageError(`${name} does not accept these arguments: ${problemText(checked.problems)}`);
  return explainCall(setup, tool, checked.args);
}

// A call that the policy allows may still wait for the user's word.
function consentDecision({ config, setup, registry }: OpenApp, name: string): Decision | undefined {
  const tool = registry.get(name)!;
  const mode = config.consent;
  if (!needsConsent(tool, mode)) return undefined;
  const rule = { rule: `consent: ${mode}`, where: formatOrigin(setup.sources.where('consent')) };
  if (mode === 'deny')
    return { allowed: false, reason: 'the operator does not allow destructive tools', rule };
  const reason =
    mode === 'ask'
      ? "the user is asked, and the call is refused where the client can't"
      : `the user is asked where the client can; elsewhere \`${tool.explicit!.field}\` is enough`;
  return { allowed: true, reason, rule };
}

function explain({ allowed, reason, rule }: Decision): string {
  return `${allowed ? 'allowed' : 'refused'}: ${reason}\n  by ${rule.rule}\n  at ${rule.where}\n`;
}

function parse(json: string): Record<string, unknown> {
  try {
    const value = JSON.parse(json) as unknown;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // reported below, like any other value that is not an object
  }
  throw new UsageError(`the arguments must be a JSON object, got ${json}`);
}
