import { stat } from 'node:fs/promises';
import { categoryDirectory, type DocumentPlace } from '../content/document-place';
import type { ProjectRef } from './project';
import type { Projects } from './projects';

/** Where each project keeps documents of its own, under the document root. */
const OWN = 'projects';

/** Returns a project's own directory under the document root. */
export function ownDirectory({ key }: Pick<ProjectRef, 'key'>): string {
  return `${OWN}/${key.replace(/^_+/, '')}/`;
}

/**
 * Chooses the directory of a new category: one of that name that is there already, for all projects, or else one that
 * belongs to the project alone.
 */
export async function defaultDirectory(place: DocumentPlace, ref: ProjectRef, name: string): Promise<string> {
  const shared = await stat(categoryDirectory(place, name)).catch(() => undefined);
  return shared?.isDirectory() ? `${name}/` : `${ownDirectory(ref)}${name}/`;
}

/** Returns the keys of other projects with a category in the same directory, inside it or around it. */
export async function projectsSharing(projects: Projects, ref: ProjectRef, dir: string): Promise<string[]> {
  const ours = withSlash(dir);
  const sharing: string[] = [];
  for (const other of await projects.list()) {
    if (other.key === ref.key) continue;
    const { categories } = await projects.load(other);
    const shares = [...categories.values()].some((category) => {
      const theirs = withSlash(category.dir);
      return theirs.startsWith(ours) || ours.startsWith(theirs);
    });
    if (shares) sharing.push(other.key);
  }
  return sharing;
}

/** Words who else sees a directory's documents; undefined if nobody does. */
export function sharingNote(sharing: readonly string[]): string | undefined {
  if (!sharing.length) return undefined;
  const named = sharing.slice(0, 5).join(', ');
  const more = sharing.length > 5 ? ` and ${sharing.length - 5} more` : '';
  return `Shared: the same directory is used by ${named}${more}.`;
}

function withSlash(dir: string): string {
  return dir.endsWith('/') ? dir : `${dir}/`;
}
