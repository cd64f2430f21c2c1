import { nearestNames } from '../base/names';
import type { Config } from './config';
import type { ConfigProblem } from './config-problem';
import type { GrantSettings } from './http-settings';
import type { Sources } from './setting-sources';
import { joinPath } from './yaml-file';

/**
 * Returns settings for names that no tool has: a mistyped rule under `tools:` would otherwise protect nothing, and a
 * mistyped grant would allow nothing.
 */
export function unknownToolSettings(
  config: Config,
  sources: Sources,
  names: () => Iterable<string>,
): ConfigProblem[] {
  const named = namedTools(config);
  if (!named.length) return [];
  const known = new Set(names());
  return named
    .filter(({ name }) => !known.has(name))
    .map(({ name, path }) => {
      const [nearest] = nearestNames(name, known, 1);
      const cure = nearest
        ? `Write '${nearest}'.`
        : 'Remove it, or enable the pack or definition with that tool.';
      const message = path.endsWith(`.${name}`) ? 'names an unknown tool' : `names an unknown tool, ${name}`;
      return { origin: sources.where(path), path, message, cure };
    });
}

function namedTools({ tools, http }: Config): { name: string; path: string }[] {
  const inList = (path: string, names: readonly string[] = []) =>
    names.map((name, index) => ({ name, path: `${path}[${index}]` }));
  const inGrants = (path: string, grants: Record<string, GrantSettings>) =>
    Object.entries(grants).flatMap(([holder, grant]) =>
      inList(`${joinPath(path, holder)}.tools`, grant.tools),
    );
  return [
    ...Object.keys(tools).map((name) => ({ name, path: `tools.${name}` })),
    ...inList('http.tools', http.tools),
    ...inGrants('http.principals', http.principals),
    ...inGrants('http.scopes', http.scopes),
  ];
}
