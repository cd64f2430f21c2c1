import { nearestNames } from '../base/names';
import type { Config } from './config';
import type { ConfigProblem } from './config-problem';
import type { Sources } from './setting-sources';

/** Returns rules under `tools:` for names that no tool has: a mistyped rule would otherwise protect nothing. */
export function unknownToolRules(config: Config, sources: Sources, names: Iterable<string>): ConfigProblem[] {
  const known = new Set(names);
  return Object.keys(config.tools)
    .filter((name) => !known.has(name))
    .map((name) => {
      const path = `tools.${name}`;
      const [nearest] = nearestNames(name, known, 1);
      const cure = nearest
        ? `Write '${nearest}'.`
        : 'Remove it, or enable the pack or definition with that tool.';
      return { origin: sources.where(path), path, message: 'names an unknown tool', cure };
    });
}
