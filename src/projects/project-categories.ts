import {
  categoryNameProblem,
  descriptionProblem,
  dirProblem,
  patternProblem,
  type Category,
} from '../content/category';
import type { Hints } from '../content/content-hints';
import { parseExpression, printExpression } from '../content/expression';
import type { StoreDraft } from '../store/store-draft';
import { Result, type Failure } from '../result';
import { invalidField, takenName, unknownEntry } from './project-failures';
import type { Project, ProjectRef } from './project';
import { ensureEntry } from './project-entry';
import type { Projects } from './projects';

/** The properties of a category to replace. */
export interface CategoryChanges {
  newName?: string;
  newDir?: string;
  newPatterns?: readonly string[];
  newDescription?: string;
}

/** Adds, changes and removes the categories of a project. */
export class Categories {
  constructor(private readonly projects: Projects) {}

  async add(ref: ProjectRef, name: string, category: Category): Promise<Result<string>> {
    const problem = problemOf(name, category);
    if (problem) return problem;
    return this.projects.change(ref, (draft, project) => {
      if (project.categories.has(name)) return takenName('category', name, this.projects.hints);
      ensureEntry(draft, ref);
      put(draft, ref, name, category);
      return Result.ok(`Category '${name}' added`);
    });
  }

  /** Removes a category, and its references in collections. */
  async remove(ref: ProjectRef, name: string): Promise<Result<string>> {
    return this.projects.change(ref, (draft, project) => {
      if (!draft.remove(['projects', ref.key, 'categories', name]))
        return unknownCategory(name, project, this.projects.hints);
      rewriteMembers(draft, ref, project, name, undefined);
      return Result.ok(`Category '${name}' removed`, { message: 'Its documents stay on disk.' });
    });
  }

  /** Replaces the given properties; an empty description removes it, and a new name is applied to collections. */
  async change(ref: ProjectRef, name: string, changes: CategoryChanges): Promise<Result<string>> {
    const { newName = name } = changes;
    return this.projects.change(ref, (draft, project) => {
      const old = project.categories.get(name);
      if (!old) return unknownCategory(name, project, this.projects.hints);
      if (newName !== name && project.categories.has(newName))
        return takenName('category', newName, this.projects.hints);
      const description = changes.newDescription ?? old.description;
      const category: Category = {
        dir: changes.newDir ?? old.dir,
        patterns: changes.newPatterns ?? old.patterns,
        ...(description && { description }),
      };
      const problem = problemOf(newName, category, 'new_');
      if (problem) return problem;
      if (newName !== name) {
        draft.remove(['projects', ref.key, 'categories', name]);
        rewriteMembers(draft, ref, project, name, newName);
      }
      put(draft, ref, newName, category);
      return Result.ok(`Category '${newName}' changed`);
    });
  }

  /** Adds and removes patterns. */
  async update(
    ref: ProjectRef,
    name: string,
    add: readonly string[],
    remove: readonly string[],
  ): Promise<Result<string>> {
    for (const pattern of add) {
      const problem = patternProblem(pattern);
      if (problem) return invalidField('add_patterns', `'${pattern}' ${problem}`);
    }
    return this.projects.change(ref, (draft, project) => {
      const old = project.categories.get(name);
      if (!old) return unknownCategory(name, project, this.projects.hints);
      const kept = old.patterns.filter((pattern) => !remove.includes(pattern));
      put(draft, ref, name, { ...old, patterns: [...new Set([...kept, ...add])] });
      return Result.ok(`Category '${name}' updated`);
    });
  }
}

/** Makes the failure for an unknown category. */
export function unknownCategory(name: string, project: Project, hints: Hints): Failure {
  return unknownEntry('category', name, project.categories.keys(), hints);
}

function put(draft: StoreDraft, ref: ProjectRef, name: string, category: Category): void {
  const { dir, patterns, description } = category;
  draft.set(['projects', ref.key, 'categories', name], {
    dir: dir.endsWith('/') ? dir : `${dir}/`,
    patterns: [...patterns],
    ...(description && { description }),
  });
}

function problemOf(name: string, category: Category, prefix = ''): Failure | undefined {
  const nameProblem = categoryNameProblem(name);
  if (nameProblem) return invalidField(`${prefix}name`, nameProblem, 'invalid_name');
  const dir = dirProblem(category.dir);
  if (dir) return invalidField(`${prefix}dir`, dir);
  for (const pattern of category.patterns) {
    const problem = patternProblem(pattern);
    if (problem) return invalidField(`${prefix}patterns`, `'${pattern}' ${problem}`);
  }
  const description = descriptionProblem(category.description ?? '');
  return description ? invalidField(`${prefix}description`, description) : undefined;
}

// Renames a category in every collection, or removes it from them.
function rewriteMembers(
  draft: StoreDraft,
  ref: ProjectRef,
  project: Project,
  name: string,
  to: string | undefined,
): void {
  for (const [collection, { categories }] of project.collections) {
    const rewritten = categories.flatMap((member) => {
      const items = parseExpression(member).items.flatMap((item) => {
        if (item.name !== name) return [item];
        return to === undefined ? [] : [{ ...item, name: to }];
      });
      return items.length ? [printExpression({ items })] : [];
    });
    if (JSON.stringify(rewritten) !== JSON.stringify(categories)) {
      draft.set(['projects', ref.key, 'collections', collection, 'categories'], rewritten);
    }
  }
}
