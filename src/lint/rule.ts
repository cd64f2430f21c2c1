import type { ServerOffer, OfferedTool } from '../base/offer';
import type { ClientName } from './clients';
import type { Flaw, Severity, LintSubject } from './finding';
import type { ForgottenField, Probe, Refusal, UnregisteredClass } from './probe';
import type { SchemaNode } from './schema-nodes';

/** A tool, with what several rules need to know of it worked out once. */
export interface LintedTool extends OfferedTool {
  readonly description: string;
  readonly subject: LintSubject;
  /** The words of its name, in lower case. */
  readonly words: readonly string[];
  /** Every schema in its input schema, the root first. */
  readonly nodes: readonly SchemaNode[];
}

/** What rules look at. */
export interface Linted extends Omit<ServerOffer, 'tools'> {
  readonly tools: readonly LintedTool[];
  /** The clients that the server is meant for. */
  readonly clients: readonly ClientName[];
  /** The name that the server has in clients, if it is known. */
  readonly serverName: string | undefined;
  /** The names of tools whose lists differed when they were listed twice; undefined if they were listed once. */
  readonly unstable: readonly string[] | undefined;
  /** The most tokens of an answer of each tool, 0 for no limit; undefined if nobody knows. */
  readonly answerBudget: ((tool: string) => number) | undefined;
  /** Estimates the tokens of a list. */
  readonly tokensOf: (text: string) => number;
  readonly probes: readonly Probe[];
  readonly refusals: readonly Refusal[];
  readonly forgotten: readonly ForgottenField[];
  readonly unregistered: readonly UnregisteredClass[];
}

/** One rule: what it finds, how bad that is, and why it is believed. */
export interface Rule {
  readonly id: string;
  readonly severity: Severity;
  /** What is wrong where it finds something, in a few words. */
  readonly about: string;
  /** Why that matters: a sentence. */
  readonly evidence: string;
  /** Where the evidence comes from. */
  readonly source: string;
  /** The clients it is about; it applies to all if absent. */
  readonly clients?: readonly ClientName[];
  /** Whether `--fix` can put it right in the sources of an app. */
  readonly fixable?: boolean;
  find(offer: Linted): Iterable<Flaw>;
}

/** Makes the check of a rule that looks at one tool at a time. */
export function eachTool(find: (tool: LintedTool, offer: Linted) => Iterable<Flaw>): Rule['find'] {
  return function* (offer) {
    for (const tool of offer.tools) yield* find(tool, offer);
  };
}

/** Makes the check of a rule that looks at one schema of a tool's arguments at a time. */
export function eachNode(
  find: (node: SchemaNode, tool: LintedTool, offer: Linted) => Iterable<Omit<Flaw, 'subject'>>,
): Rule['find'] {
  return eachTool(function* (tool, offer) {
    for (const node of tool.nodes)
      for (const flaw of find(node, tool, offer))
        yield { ...flaw, subject: { ...tool.subject, ...(node.path && { field: node.path }) } };
  });
}
