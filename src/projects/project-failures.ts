import { ErrorCode } from '../errors';
import { StoreError } from '../store/store-error';
import { Result, type Failure } from '../result';
import type { ProjectRef } from './project';

/** What a project is made of. */
export type EntryKind = 'category' | 'collection';

const TITLES: Readonly<Record<EntryKind, string>> = { category: 'Category', collection: 'Collection' };
const PLURALS: Readonly<Record<EntryKind, string>> = { category: 'categories', collection: 'collections' };

/** The failure for one argument that no schema can judge. */
export function invalidField(field: string, message: string, errorType = 'validation_error'): Failure {
  return Result.failure(`Invalid arguments: ${field} ${message}`, errorType, {
    instruction: 'Correct the argument and call the tool again. Nothing was changed.',
    errorData: { code: ErrorCode.Validation, validation_errors: [{ field, message }] },
  });
}

/** The failure for a session that works in no project yet. */
export function noProject(): Failure {
  return Result.failure('No project is bound to this session', 'no_project', {
    message: 'The client offers no root directory and the server does not run in a project directory.',
    instruction:
      "Call set_project with the project's name; list_projects lists the known ones. Ask the user which one.",
  });
}

/** The failure for a name that several projects have. */
export function ambiguousProject(name: string, refs: readonly ProjectRef[]): Failure {
  return Result.failure(`Several projects are called '${name}'`, 'project_error', {
    instruction: `Use the key of the one that is meant: ${refs.map(({ key, path }) => (path ? `${key} (${path})` : key)).join(', ')}.`,
  });
}

/** The failure for a name that no project has. */
export function unknownProject(name: string, known: readonly ProjectRef[]): Failure {
  return Result.failure(`Project '${name}' not found`, 'not_found', {
    instruction: known.length
      ? `Known projects: ${known.map(({ key }) => key).join(', ')}.`
      : 'There are none yet; set_project makes one.',
  });
}

/** The failure for a category or collection that a project doesn't have. */
export function unknownEntry(kind: EntryKind, name: string, known: Iterable<string>): Failure {
  const names = [...known];
  return Result.failure(`${TITLES[kind]} '${name}' not found`, 'not_found', {
    instruction: names.length
      ? `Known ${PLURALS[kind]}: ${names.join(', ')}.`
      : `There are none yet; ${kind}_add makes one.`,
  });
}

/** The failure for a name that another category or collection has. */
export function takenName(kind: EntryKind, name: string): Failure {
  return invalidField('name', `'${name}' exists already; ${kind}_change changes it`, 'invalid_name');
}

/** Runs work on the configuration; what is wrong with the file becomes a failure that names its line. */
export async function onConfig<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return Result.failure(error.message, error.kind, {
      instruction:
        error.kind === 'lock_error'
          ? 'Another server is changing the configuration. Try again in a moment.'
          : 'Show this to the user, who has to correct the file. Do not change it yourself; it was left as it is.',
      errorData: {
        file: error.file,
        ...(error.line !== undefined && { line: error.line }),
        ...(error.column !== undefined && { column: error.column }),
      },
    });
  }
}
