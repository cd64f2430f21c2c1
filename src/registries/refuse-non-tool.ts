import { AuthorError } from '../errors';

/** Refuses what is neither a class nor made of one in a list of tools, prompts or resources, such as an instance or a class that a circular import left undefined. */
export function refuseForeign(source: unknown, list: 'tools' | 'prompts' | 'resources' = 'tools'): void {
  if (source === undefined || source === null) {
    throw new AuthorError(
      `the list of ${list}`,
      `contains ${source}, probably a class that a circular import has not defined yet.`,
      'Import the class from its own module, or break the cycle.',
    );
  }
  if (
    typeof source === 'function' ||
    (typeof source === 'object' && ('load' in source || 'describe' in source))
  )
    return;
  const name = source.constructor?.name ?? typeof source;
  throw new AuthorError(
    name,
    'is an instance, not a class.',
    `Pass the class itself to the registry: [${name}].`,
  );
}
