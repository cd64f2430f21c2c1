import { joinedName } from './sequence-cycles';
import type { Step } from './definition';
import type { DefinitionHost } from './definition-host';
import { findLeaf } from './leaves';

/** Returns the bare name of a step's tool: a leaf of a definition, or any registered tool. */
export function stepTool(step: Step, host: Pick<DefinitionHost, 'definition' | 'schemaOf'>): string {
  const definition = host.definition(step.tool);
  const leaf = definition && findLeaf(definition, step.subcommand, { disabledToo: true });
  if (leaf) return leaf.toolName;
  const joined = joinedName(step);
  if (host.schemaOf(joined)) return joined;
  // A tool whose name already contains the subcommand: `cargo_clippy` with `clippy`.
  const hasSubcommand = step.tool.endsWith(`_${step.subcommand}`) && host.schemaOf(step.tool) !== undefined;
  return hasSubcommand ? step.tool : joined;
}
