import { nearestNames } from '../base/names';
import { withHint, type Hints } from '../content/content-hints';
import { invalidArguments } from '../invalid-arguments';
import { StoreError } from '../store/store-error';
import { Result, type Failure } from '../result';
import type { ProjectRef } from './project';

/** The kinds of entries in a project. */
export type ProjectEntryKind = 'category' | 'collection';

const TITLES: Readonly<Record<ProjectEntryKind, string>> = { category: 'Category', collection: 'Collection' };
const PLURALS = { category: 'categories', collection: 'collections' } as const;

/** Makes the failure for an argument that a schema cannot check. */
export function invalidField(field: string, message: string, errorType = 'validation_error'): Failure {
  return invalidArguments([{ field, message }], {
    errorType,
    instruction: 'Correct the argument and call the tool again. Nothing was changed.',
  });
}

/** Makes the failure for a session without a project. */
export function noProject(hints: Hints): Failure {
  return Result.failure('No project is bound to this session', 'no_project', {
    message: 'The client offers no root directory and the server does not run in a project directory.',
    instruction: hints.no_project ?? 'Ask the user which project to use.',
  });
}

/** Makes the failure for a name shared by several projects. */
export function ambiguousProject(name: string, refs: readonly ProjectRef[]): Failure {
  return Result.failure(`Several projects are called '${name}'`, 'project_error', {
    instruction: `Use the key of the right one: ${refs.map(({ key, path }) => (path ? `${key} (${path})` : key)).join(', ')}.`,
  });
}

/** Makes the failure for an unknown project. */
export function unknownProject(
  name: string,
  known: readonly ProjectRef[],
  hints: Hints,
  cure?: string,
): Failure {
  const nearest = nearestNames(
    name,
    known.map((ref) => ref.name),
  );
  const parts = [
    nearest.length ? `Did you mean: ${[...new Set(nearest)].join(', ')}?` : '',
    known.length
      ? `Known projects: ${known.map(({ key }) => key).join(', ')}.`
      : `${withHint('There are none yet', hints.no_projects)}.`,
    cure ?? '',
  ];
  return Result.failure(`Project '${name}' not found`, 'not_found', {
    instruction: parts.filter((part) => part !== '').join(' '),
  });
}

/** Makes the failure for an unknown category or collection. */
export function unknownEntry(
  kind: ProjectEntryKind,
  name: string,
  known: Iterable<string>,
  hints: Hints,
): Failure {
  const names = [...known];
  return Result.failure(`${TITLES[kind]} '${name}' not found`, 'not_found', {
    instruction: names.length
      ? `Known ${PLURALS[kind]}: ${names.join(', ')}.`
      : `${withHint('There are none yet', hints[`no_${PLURALS[kind]}`])}.`,
  });
}

/** Makes the failure for a name that is already taken. */
export function takenName(kind: ProjectEntryKind, name: string, hints: Hints): Failure {
  return invalidField('name', withHint(`'${name}' already exists`, hints[`${kind}_taken`]), 'invalid_name');
}

const STORE_CURES: Readonly<Record<StoreError['kind'], string>> = {
  lock_error: 'Another server is changing the configuration. Try again in a moment.',
  config_read_error:
    'Show this to the user, who must correct the file. Do not change it yourself; it was not modified.',
  config_write_error:
    'Show this to the user, who must see to it that the file can be written (permissions, free space). Do not change it yourself.',
};

/** Runs work on the configuration; a problem with the file becomes a failure that names the line. */
export async function onConfig<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return Result.failure(error.message, error.kind, {
      instruction: STORE_CURES[error.kind],
      errorData: {
        file: error.file,
        ...(error.line !== undefined && { line: error.line }),
        ...(error.column !== undefined && { column: error.column }),
      },
    });
  }
}
