import { nearestNames } from '../base/names';
import type { Step } from './definition';
import type { DefinitionHost } from './definition-host';
import { leavesOf, type Leaf } from './leaves';
import { stepTool } from './step-tool';

type Known = Pick<DefinitionHost, 'definition' | 'schemaOf'>;

/** Returns what is wrong with the steps of a sequence: an unknown tool, subcommand or argument. */
export function stepProblems(leaf: Leaf, host: Known): string[] {
  return (leaf.sequence ?? []).flatMap((step, index) =>
    problemsOf(step, host).map((problem) => `${leaf.sequencePath}[${index}]: ${problem}`),
  );
}

function problemsOf(step: Step, host: Known): string[] {
  const tool = stepTool(step, host);
  const schema = host.schemaOf(tool);
  if (!schema) return [unknownTool(step, tool, host)];
  if (schema.additionalProperties !== false) return [];
  const known = Object.keys(schema.properties);
  // The working directory is only passed to tools that take one.
  return Object.keys(step.args)
    .filter((name) => name !== 'working_directory' && !known.includes(name))
    .map((name) => `"${tool}" has no argument "${name}"; ${cure(name, known)}`);
}

function unknownTool(step: Step, tool: string, host: Known): string {
  const definition = host.definition(step.tool);
  if (!definition) return `there is no tool "${tool}"; enable its definition or correct the name`;
  const paths = leavesOf(definition).map((leaf) => leaf.path || 'default');
  return `"${step.tool}" has no subcommand "${step.subcommand}"; ${cure(step.subcommand, paths)}`;
}

function cure(name: string, known: readonly string[]): string {
  const [near] = nearestNames(name, known, 1);
  return near === undefined ? `it has ${known.join(', ') || 'none'}` : `did you mean "${near}"?`;
}
