import type { OpenApp } from '../app/open-loaded-app';
import { explainCall } from '../app/wiring/bind-policy';
import { configInForce } from '../app/wiring/config-in-force';
import { needsConsent, type ConsentMode } from '../calls/consent';
import { formatOrigin } from '../config';
import { shown } from './argument-problems';
import type { CallVerdict } from './inspect-wire';

const CONSENT: Readonly<Record<ConsentMode, string>> = {
  literal: 'You are asked before it runs; a client that can’t ask lets the literal in the arguments count.',
  ask: 'You are asked before it runs; a client that can’t ask is refused.',
  deny: 'It is refused: destructive tools are not allowed.',
};

/** Says what an app's policy and consent say about a call, without making it. */
export async function explain(
  { registry, setup }: OpenApp,
  name: string,
  given: Record<string, unknown>,
): Promise<CallVerdict> {
  const tool = registry.get(name);
  if (!tool)
    return {
      policy: 'invalid',
      decisions: [],
      problems: [{ field: '', message: `There is no tool '${name}'.` }],
    };
  const { config, sources } = configInForce(setup);
  const needed = needsConsent(tool, config.consent);
  const consent = {
    needed,
    text: needed ? CONSENT[config.consent] : 'This tool needs no consent.',
    where: `consent: ${config.consent} (${formatOrigin(sources.where('consent'))})`,
  };
  const checked = await tool.check(given);
  if (!checked.ok)
    return { policy: 'invalid', decisions: [], problems: checked.problems.map(shown), consent };
  const judgements = await explainCall(setup, tool, checked.args);
  const refused = judgements.some(({ refusal }) => refusal);
  return {
    policy: judgements.length ? (refused ? 'refused' : 'allowed') : 'silent',
    decisions: judgements.flatMap(({ decisions }) =>
      decisions.map(({ allowed, reason, rule }) => ({ allowed, reason, rule: rule.rule, where: rule.where })),
    ),
    consent,
  };
}
