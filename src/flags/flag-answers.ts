import { Glob, GlobError, isGlob } from '../disk/glob';
import { invalidField } from '../projects/project-failures';
import { Result, type Failure } from '../result';
import type { Flags } from './flag-store';
import { nameProblem, valueProblem, type FlagValue } from '../store/flag-values';

/** Validates a flag to be set; returns undefined if it is valid. */
export function flagProblem(name: string, value: FlagValue | null): Failure | undefined {
  const wrongName = nameProblem(name);
  if (wrongName) return invalidField('feature_name', wrongName);
  const wrongValue = value === null ? undefined : valueProblem(name, value);
  return wrongValue === undefined ? undefined : invalidField('value', wrongValue);
}

/** Makes the result that says a flag was set or removed. */
export function flagWasSet(
  name: string,
  value: FlagValue | null,
  what: 'Flag' | 'Global flag',
): Result<string> {
  return Result.ok(
    value === null ? `${what} '${name}' removed` : `${what} '${name}' set to ${JSON.stringify(value)}`,
  );
}

/** Lists flags: the value for an exact name, an object for a pattern or for all. */
export function listFlags(flags: Flags, name: string | undefined): Result<unknown> {
  if (name === undefined) return Result.ok(Object.fromEntries(flags));
  if (!isGlob(name)) return Result.ok(flags.get(name));
  try {
    const glob = new Glob(name, 'name');
    return Result.ok(Object.fromEntries([...flags].filter(([flag]) => glob.matches(flag))));
  } catch (error) {
    if (error instanceof GlobError)
      return invalidField('feature_name', `is not a valid pattern: ${error.message}`);
    throw error;
  }
}
