import type { ServerOffer, OfferedTool } from '../base/offer';
import { estimateTokens } from '../tokens/estimate';
import { CLIENT_NAMES, type ClientName } from './clients';
import type { LintFinding } from './finding';
import type { ForgottenField, Probe, Refusal, UnregisteredClass } from './probe';
import type { Linted, LintedTool, Rule } from './rule';
import { RULES } from './rules';
import { schemaNodes } from './schema-nodes';
import { wordsOfName } from './compared-words';

/** What is linted: tools at least. */
export type LintOffer = Pick<ServerOffer, 'tools'> & Partial<ServerOffer>;

/** What lint may know besides the lists. */
export interface LintOptions {
  /** The clients that the server is meant for; all by default. */
  readonly clients?: readonly ClientName[] | undefined;
  /** The name that the server has in clients. */
  readonly serverName?: string | undefined;
  /** The same lists, asked for a second time. */
  readonly again?: LintOffer | undefined;
  /** The most tokens of an answer of each tool, 0 for no limit. */
  readonly answerBudget?: ((tool: string) => number) | undefined;
  /** Estimates the tokens of a list; a cautious estimate for any text by default. */
  readonly tokensOf?: ((text: string) => number) | undefined;
  /** What tools answered to wrong arguments. */
  readonly probes?: readonly Probe[] | undefined;
  /** How calls were refused that the policy doesn't allow. */
  readonly refusals?: readonly Refusal[] | undefined;
  /** Fields of args classes that nothing describes. */
  readonly forgotten?: readonly ForgottenField[] | undefined;
  /** Classes in the sources of an app that it doesn't have. */
  readonly unregistered?: readonly UnregisteredClass[] | undefined;
  /** Rules that are left out, by id. */
  readonly off?: readonly string[] | undefined;
}

const ORDER = { error: 0, warning: 1, note: 2 } as const;

/** Judges what a server offers by every rule; the worst findings come first, each as its rule and its tool are listed. */
export function lintOffer(offer: LintOffer, options: LintOptions = {}): LintFinding[] {
  const linted = prepared(offer, options);
  const rules = RULES.filter((rule) => isWanted(rule, linted.clients, options.off ?? []));
  const findings = rules.flatMap((rule) =>
    [...rule.find(linted)].map((flaw) => ({ rule: rule.id, severity: rule.severity, ...flaw })),
  );
  return findings.sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
}

function isWanted({ id, clients }: Rule, chosen: readonly ClientName[], off: readonly string[]): boolean {
  return !off.includes(id) && (!clients || clients.some((client) => chosen.includes(client)));
}

function prepared(offer: LintOffer, options: LintOptions): Linted {
  const { prompts = [], resources = [], templates = [], ...rest } = offer;
  return {
    ...rest,
    tools: offer.tools.map(lintedTool),
    prompts,
    resources,
    templates,
    clients: options.clients ?? CLIENT_NAMES,
    serverName: options.serverName,
    unstable: options.again && differing(offer, options.again),
    answerBudget: options.answerBudget,
    tokensOf: options.tokensOf ?? estimateTokens,
    probes: options.probes ?? [],
    refusals: options.refusals ?? [],
    forgotten: options.forgotten ?? [],
    unregistered: options.unregistered ?? [],
  };
}

function lintedTool(tool: OfferedTool): LintedTool {
  const { name, description = '', inputSchema } = tool;
  return {
    ...tool,
    description: typeof description === 'string' ? description : '',
    subject: { kind: 'tool', name },
    words: wordsOfName(name),
    nodes: schemaNodes(inputSchema),
  };
}

// The names at which two lists of tools part, whether in their order or in their bytes.
function differing({ tools }: LintOffer, { tools: again }: LintOffer): string[] {
  const count = Math.max(tools.length, again.length);
  const names: string[] = [];
  for (let index = 0; index < count; index++)
    if (JSON.stringify(tools[index]) !== JSON.stringify(again[index]))
      names.push((tools[index] ?? again[index])!.name);
  return names;
}
