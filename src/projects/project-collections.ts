import { categoryNameProblem, descriptionProblem, type Collection } from '../content/category';
import { ExpressionError, parseExpression, printExpression } from '../content/expression';
import type { StoreDraft } from '../store/store-draft';
import { Result, type Failure } from '../result';
import { invalidField, takenName, unknownEntry } from './project-failures';
import type { Project, ProjectRef } from './project';
import { ensureEntry } from './project-entry';
import type { Projects } from './projects';

/** The properties of a collection to replace. */
export interface CollectionChanges {
  newName?: string;
  newDescription?: string;
  newCategories?: readonly string[];
}

/** Adds, changes and removes the collections of a project. */
export class Collections {
  constructor(private readonly projects: Projects) {}

  async add(ref: ProjectRef, name: string, collection: Collection): Promise<Result<string>> {
    return this.projects.change(ref, (draft, project) => {
      if (project.collections.has(name)) return takenName('collection', name, this.projects.hints);
      const problem = problemOf(name, collection, project, '');
      if (problem) return problem;
      ensureEntry(draft, ref);
      put(draft, ref, name, collection);
      return Result.ok(`Collection '${name}' added`);
    });
  }

  async remove(ref: ProjectRef, name: string): Promise<Result<string>> {
    return this.projects.change(ref, (draft, project) => {
      if (!draft.remove(['projects', ref.key, 'collections', name]))
        return unknownEntry('collection', name, project.collections.keys(), this.projects.hints);
      return Result.ok(`Collection '${name}' removed`);
    });
  }

  /** Replaces the given properties; an empty description removes it. */
  async change(ref: ProjectRef, name: string, changes: CollectionChanges): Promise<Result<string>> {
    const { newName = name } = changes;
    return this.projects.change(ref, (draft, project) => {
      const old = project.collections.get(name);
      if (!old) return unknownEntry('collection', name, project.collections.keys(), this.projects.hints);
      if (newName !== name && project.collections.has(newName))
        return takenName('collection', newName, this.projects.hints);
      const description = changes.newDescription ?? old.description;
      const collection: Collection = {
        categories: changes.newCategories ?? old.categories,
        ...(description && { description }),
      };
      const problem = problemOf(newName, collection, project, 'new_');
      if (problem) return problem;
      if (newName !== name) draft.remove(['projects', ref.key, 'collections', name]);
      put(draft, ref, newName, collection);
      return Result.ok(`Collection '${newName}' changed`);
    });
  }

  /** Adds and removes members. */
  async update(
    ref: ProjectRef,
    name: string,
    add: readonly string[],
    remove: readonly string[],
  ): Promise<Result<string>> {
    return this.projects.change(ref, (draft, project) => {
      const old = project.collections.get(name);
      if (!old) return unknownEntry('collection', name, project.collections.keys(), this.projects.hints);
      const kept = old.categories.filter((member) => !remove.includes(member));
      const categories = [...new Set([...kept, ...add])];
      const problem = problemOf(name, { categories: add }, project, 'add_');
      if (problem) return problem;
      put(draft, ref, name, { ...old, categories });
      return Result.ok(`Collection '${name}' updated`);
    });
  }
}

function put(
  draft: StoreDraft,
  ref: ProjectRef,
  name: string,
  { categories, description }: Collection,
): void {
  draft.set(['projects', ref.key, 'collections', name], {
    categories: categories.map((member) => printExpression(parseExpression(member))),
    ...(description && { description }),
  });
}

function problemOf(
  name: string,
  collection: Collection,
  project: Project,
  prefix: string,
): Failure | undefined {
  const nameProblem = categoryNameProblem(name);
  if (nameProblem) return invalidField(`${prefix}name`, nameProblem, 'invalid_name');
  for (const member of collection.categories) {
    const problem = memberProblem(member, name, project);
    if (problem) return invalidField(`${prefix}categories`, problem);
  }
  const description = descriptionProblem(collection.description ?? '');
  return description ? invalidField(`${prefix}description`, description) : undefined;
}

function memberProblem(member: string, collection: string, project: Project): string | undefined {
  try {
    const missing = parseExpression(member).items.find(
      ({ name }) => !project.categories.has(name) && !project.collections.has(name) && name !== collection,
    );
    return missing && `'${member}' refers to '${missing.name}', which is neither a category nor a collection`;
  } catch (error) {
    if (error instanceof ExpressionError) return `'${member}' is not a valid expression: ${error.message}`;
    throw error;
  }
}
