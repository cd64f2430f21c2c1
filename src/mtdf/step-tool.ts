import { joinedName } from './cycles';
import type { Step } from './definition';
import type { DefinitionHost } from './host';
import { findLeaf } from './leaves';

/** The bare name of the tool that a step means: a leaf of a definition, or any tool of the registry. */
export function stepTool(step: Step, host: Pick<DefinitionHost, 'definition' | 'schemaOf'>): string {
  const definition = host.definition(step.tool);
  const leaf = definition && findLeaf(definition, step.subcommand, { disabledToo: true });
  if (leaf) return leaf.toolName;
  const joined = joinedName(step);
  if (host.schemaOf(joined)) return joined;
  // A tool whose name already holds the subcommand: `cargo_clippy` with `clippy`.
  const hasSubcommand = step.tool.endsWith(`_${step.subcommand}`) && host.schemaOf(step.tool) !== undefined;
  return hasSubcommand ? step.tool : joined;
}
