import { AnswerBudget } from '../../answers/answer-budget';
import { KeptAnswers, type KeptLimits, type SharedAnswers } from '../../answers/kept-answers';
import type { Config } from '../../config';
import { AuthorError } from '../../errors';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { ToolShape } from '../../tool/tool';
import type { Siblings } from '../siblings';
import { storeAddress } from './find-store-address';
import { ENTRY_TOOLS } from './name-entry-tools';

/** Makes the store of answers that are too large to send; servers that share a Redis share them too, and so do the versions of an app under `dev`. */
export function keptAnswers(
  config: Config,
  shared: () => Promise<SharedAnswers>,
  siblings?: Siblings,
): KeptAnswers {
  const { keepBytes: bytes, keep: count, keepSeconds: seconds } = config.answers;
  const limits = { bytes, count, seconds };
  if (storeAddress(config) !== undefined) return new KeptAnswers(limits, shared);
  return new KeptAnswers(limits, siblings && (async () => answersOf(siblings, limits)));
}

function answersOf(siblings: Siblings, limits: KeptLimits): SharedAnswers {
  return {
    put: async (owner, answer) => siblings.keep(owner, answer, limits),
    get: (owner, handle) => siblings.kept(owner, handle),
  };
}

/** Makes what bounds every answer of an app. */
export function makeAnswerBudget(
  config: Config,
  kept: KeptAnswers,
  registry: () => ToolRegistry,
): AnswerBudget {
  const { reader } = ENTRY_TOOLS;
  return new AnswerBudget({
    tokensOf: (tool) => answerBudgetOf(config, tool),
    structured: config.answers.structured,
    kept,
    reader,
    readerName: () => {
      const tool = registry().get(reader);
      return tool && registry().isEnabled(reader) ? registry().exposedName(tool) : undefined;
    },
  });
}

/** Returns whether some tool has a budget, so that the tool that reads on has to be there. */
export function needsReader(config: Config, registry: ToolRegistry): boolean {
  if (config.definitions.watch && config.answers.budget > 0) return true;
  return registry.some((tool) => answerBudgetOf(config, tool) > 0);
}

/** Refuses a tool that has the name of the one that reads on, which clients are told to call; returns whether there is one. */
export function refuseReaderName(registry: ToolRegistry): boolean {
  const other = registry.get(ENTRY_TOOLS.reader);
  if (!other) return false;
  registry.registration.add(
    new AuthorError(
      other.source,
      `has the name '${ENTRY_TOOLS.reader}', by which clients read on in answers that are too large to send.`,
      'Rename it; or, to send answers of any size, set answers.budget to 0 and state no answerBudget.',
    ),
  );
  return true;
}

/** The most tokens of a tool’s answers, 0 for no limit: the operator’s word for this tool, the author’s, then the server’s. */
export function answerBudgetOf({ tools, answers }: Config, tool: ToolShape): number {
  return tools[tool.name]?.answerBudget ?? tool.answerBudget ?? answers.budget;
}
