import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import type { LazySource, Manifest, ManifestJson, ManifestTool, WrittenTool } from './manifest';

/** Loads the class of any tool of a manifest. */
export type ToolLoader = (tool: Readonly<Pick<ManifestTool, 'name' | 'className'>>) => Promise<ToolClass>;

/** The tools of a build-time manifest, listed from it; each class is loaded on the first call of its tool, from a table or by one function. */
export function lazyTools(
  manifest: Manifest | ManifestJson,
  loaders: Readonly<Record<string, () => Promise<ToolClass>>> | ToolLoader,
): LazySource[] {
  const entries = manifest.tools as readonly WrittenTool[];
  if (typeof loaders === 'function') return entries.map((entry) => ({ entry, load: loaders }));
  refuseUnknown(loaders, entries);
  return entries.map((entry) => ({ entry, load: loaders[entry.name]! }));
}

// Each entry has a loader; if there are as many as entries, none is left over.
function refuseUnknown(loaders: Readonly<Record<string, unknown>>, entries: readonly WrittenTool[]): void {
  const without = entries.find(({ name }) => !Object.hasOwn(loaders, name) || !loaders[name]);
  const names = Object.keys(loaders);
  if (!without && names.length === entries.length) return;
  const known = new Set(entries.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length) {
    throw new AuthorError(
      'lazyTools',
      `loads ${unknown.join(', ')}, which the manifest does not contain.`,
      'Run `toolwright generate` again, and use the names in its output.',
    );
  }
  if (without) {
    throw new AuthorError(
      'lazyTools',
      `has no loader for ${without.name}, which is in the manifest.`,
      `Add \`${without.name}: async () => (await import('…')).${without.className}\`.`,
    );
  }
}
