import type { Category } from '../content/category';
import { Result } from '../result';
import { ownDirectory } from './category-place';
import type { Project, ProjectRef } from './project';
import { ensureEntry } from './project-entry';
import type { Projects } from './projects';

/** How a project is copied to another. */
export interface CloneOptions {
  /** Keep the target's own settings; otherwise they are all replaced. */
  merge: boolean;
  /** Overwrite settings that both have, or replace the target's settings without merge. */
  force: boolean;
}

/** What was copied and what was kept. */
export interface CloneReport {
  project: string;
  copied: number;
  kept: string[];
  removed: number;
}

const SECTIONS = ['categories', 'collections', 'project_flags'] as const;

/** Copies a project's categories, collections and flags to another project. */
export function cloneProject(
  projects: Projects,
  from: Project,
  to: ProjectRef,
  { merge, force }: CloneOptions,
): Promise<Result<CloneReport>> {
  return projects.change(to, (draft, target) => {
    const own = target.categories.size + target.collections.size + target.flags.size;
    if (!merge && own && !force) {
      return Result.failure(
        `Project '${to.name}' has ${own} settings of its own that would be lost`,
        'safeguard_prevented',
        {
          instruction: 'Ask the user. Use merge to keep them, or force to replace them.',
        },
      );
    }
    ensureEntry(draft, to);
    const report: CloneReport = { project: to.key, copied: 0, kept: [], removed: 0 };
    for (const section of SECTIONS) {
      const path = ['projects', to.key, section];
      if (!merge) {
        report.removed += draft.keys(path).length;
        draft.remove(path);
      }
      for (const [name, value] of valuesOf(from, section)) {
        if (draft.has([...path, name]) && !force) report.kept.push(`${section}/${name}`);
        else {
          draft.set([...path, name], section === 'categories' ? moved(value as Category, from, to) : value);
          report.copied++;
        }
      }
    }
    const shared = [...from.categories.values()].every((category) => moved(category, from, to) === category);
    return Result.ok(report, {
      ...(!shared && {
        message: `Documents are not copied: those of ${from.key} alone are in ${ownDirectory(from)} under the document root, those of ${to.key} in ${ownDirectory(to)}.`,
      }),
    });
  });
}

// A category in a project's own directory goes to that of the other, so that the two never share by accident.
function moved(category: Category, from: ProjectRef, to: ProjectRef): Category {
  const own = ownDirectory(from);
  if (!category.dir.startsWith(own)) return category;
  return { ...category, dir: `${ownDirectory(to)}${category.dir.slice(own.length)}` };
}

function valuesOf(project: Project, section: (typeof SECTIONS)[number]): ReadonlyMap<string, unknown> {
  return section === 'project_flags' ? project.flags : project[section];
}
