import type { ToolShape } from '../tool/tool';
import { Unmade } from './make-tool';
import { hasPrefix, type PublishedNames } from './published-names';

/**
 * Returns whether tools were all made, and whether each has a name that no other one and none that is there has, so that they can be added without a
 * closer look. Where they state prefixes of their own, that isn't asked. V8 would optimise whatever looks closer at each of thousands, which takes
 * longer than to add them.
 */
export function areNew(
  made: readonly (ToolShape | Unmade)[],
  there: ReadonlyMap<string, ToolShape>,
  published: PublishedNames,
): made is readonly ToolShape[] {
  if (!made.every(isMade) || made.some(hasPrefix)) return false;
  const names = made.map(nameOf);
  if (new Set(names).size < names.length) return false;
  return there.size === 0 || !made.some((tool) => there.has(tool.name) || published.find(published.of(tool)));
}

function isMade(tool: ToolShape | Unmade): tool is ToolShape {
  return !(tool instanceof Unmade);
}

function nameOf({ name }: ToolShape): string {
  return name;
}
