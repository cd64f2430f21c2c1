import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import type { LazySource, Manifest, ManifestJson, WrittenTool } from './manifest';

/** The tools of a build-time manifest, listed from it; each class is loaded on the first call of its tool. */
export function lazyTools(
  manifest: Manifest | ManifestJson,
  loaders: Readonly<Record<string, () => Promise<ToolClass>>>,
): LazySource[] {
  const entries = manifest.tools as readonly WrittenTool[];
  const unknown = unknownIn(loaders, entries);
  if (unknown.length) {
    throw new AuthorError(
      'lazyTools',
      `loads ${unknown.join(', ')}, which the manifest does not contain.`,
      'Run `toolwright generate` again, and use the names in its output.',
    );
  }
  return entries.map((entry) => {
    const load = Object.hasOwn(loaders, entry.name) ? loaders[entry.name] : undefined;
    if (load) return { entry, load };
    throw new AuthorError(
      'lazyTools',
      `has no loader for ${entry.name}, which is in the manifest.`,
      `Add \`${entry.name}: async () => (await import('…')).${entry.className}\`.`,
    );
  });
}

// If there are as many as entries and each entry has one, which is nearly always so, none is left over.
function unknownIn(loaders: object, entries: readonly WrittenTool[]): string[] {
  const names = Object.keys(loaders);
  if (names.length === entries.length && entries.every(({ name }) => Object.hasOwn(loaders, name))) return [];
  const known = new Set(entries.map(({ name }) => name));
  return names.filter((name) => !known.has(name));
}
