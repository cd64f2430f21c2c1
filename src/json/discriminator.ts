import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { nearestNames } from '../base/names';
import { hasValue, statedValues } from './branch-parts';
import { describeValue } from './describe-value';
import type { Problem } from './problem';
import type { UnfitBranch } from './unfit-branch';

/** Returns the branches with the most members whose stated value an object has; all of them if it has none. */
export function discriminated(branches: readonly UnfitBranch[], root: JsonSchema): readonly UnfitBranch[] {
  const byOne = withMostMatches(branches, root, (values) => values.length === 1);
  return withMostMatches(byOne, root, () => true);
}

/** Returns what is wrong with the members that discriminate between all branches and have the value of none. */
export function wrongDiscriminators(
  branches: readonly UnfitBranch[],
  object: Readonly<Record<string, unknown>>,
  root: JsonSchema,
): Problem[] {
  return discriminators(branches, root).flatMap((name) => {
    const values = branches.flatMap((branch) => statedValues(branch.parts, name, root)!);
    const given = branches.some(({ value }) => isObject(value) && Object.hasOwn(value, name));
    if (!given || branches.some((branch) => matches(branch, name, root))) return [];
    return [wrongValue(name, object[name], values)];
  });
}

/** Returns the names of the members for which every branch states values, but not the same ones. */
export function discriminators(branches: readonly UnfitBranch[], root: JsonSchema): readonly string[] {
  return (branches[0]?.names ?? []).filter((name) => {
    const stated = branches.map(({ parts }) => statedValues(parts, name, root));
    if (!stated.every((values) => values !== undefined)) return false;
    return new Set(stated.map((values) => JSON.stringify(values))).size > 1;
  });
}

function withMostMatches(
  branches: readonly UnfitBranch[],
  root: JsonSchema,
  counts: (values: readonly unknown[]) => boolean,
): readonly UnfitBranch[] {
  if (branches.length < 2) return branches;
  const scores = branches.map(
    (branch) =>
      branch.names.filter((name) => {
        const values = statedValues(branch.parts, name, root);
        return values && counts(values) && matches(branch, name, root);
      }).length,
  );
  const most = Math.max(...scores);
  return branches.filter((_, at) => scores[at] === most);
}

function matches({ parts, value }: UnfitBranch, name: string, root: JsonSchema): boolean {
  const values = statedValues(parts, name, root);
  return Boolean(values && isObject(value) && Object.hasOwn(value, name) && hasValue(values, value[name]));
}

function wrongValue(name: string, value: unknown, values: readonly unknown[]): Problem {
  const allowed = [...new Set(values.map((each) => JSON.stringify(each)))].join(', ');
  const texts = values.filter((each) => typeof each === 'string');
  const [nearest] = typeof value === 'string' && value.length < 200 ? nearestNames(value, texts, 1) : [];
  const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
  return {
    field: name,
    message: `must be one of ${allowed}${hint}`,
    received: describeValue(value),
    allowed,
    ...(nearest !== undefined && { nearest }),
  };
}
