import type { Step } from './definition';
import { findLeaf, type Leaf } from './leaves';

/** A sequence that leads back to itself, and the path it takes. */
export interface Cycle {
  leaf: Leaf;
  names: readonly string[];
}

/** Finds every sequence that would start itself again, directly or through other sequences. */
export function cyclesOf(leaves: readonly Leaf[]): Cycle[] {
  const byName = new Map(leaves.map((leaf) => [leaf.toolName, leaf]));
  const definitions = new Map(leaves.map((leaf) => [leaf.definition.name, leaf.definition]));
  const next = (step: Step): Leaf | undefined => {
    const definition = definitions.get(step.tool);
    const own = definition && findLeaf(definition, step.subcommand ?? '', { disabledToo: true });
    return own ? byName.get(own.toolName) : byName.get(joinedName(step));
  };
  const pathBack = (from: Leaf, target: Leaf, seen: Set<Leaf>): string[] | undefined => {
    for (const step of from.sequence ?? []) {
      const leaf = next(step);
      if (!leaf || seen.has(leaf)) continue;
      if (leaf === target) return [target.toolName];
      seen.add(leaf);
      const rest = pathBack(leaf, target, seen);
      if (rest) return [leaf.toolName, ...rest];
    }
    return undefined;
  };
  return leaves.flatMap((leaf) => {
    const way = leaf.sequence && pathBack(leaf, leaf, new Set());
    return way ? [{ leaf, names: [leaf.toolName, ...way] }] : [];
  });
}

/** Joins tool and subcommand of a step to a bare tool name. */
export function joinedName(step: Pick<Step, 'tool' | 'subcommand'>): string {
  const path =
    step.subcommand === undefined || step.subcommand === 'default'
      ? ''
      : step.subcommand.replace(/[\s/.]+/g, '_');
  return path ? `${step.tool}_${path}` : step.tool;
}
