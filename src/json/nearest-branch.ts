import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { allowedText, alternatives } from './allowed-text';
import { knowsMember, takesKind } from './branch-parts';
import { branchesText } from './branch-text';
import { describeValue, typeName } from './describe-value';
import { discriminated, wrongDiscriminators } from './discriminator';
import type { Problem } from './problem';
import type { UnfitBranch } from './unfit-branch';

/**
 * Returns what is wrong with a value that fits no alternative: the problems of the one that it was most probably meant for, or one
 * that lists the alternatives. Meant is the one whose discriminator the value has, else the only one for its kind, else the one
 * with the fewest wrong members.
 */
export function unfitProblems(
  value: unknown,
  branches: readonly UnfitBranch[],
  root: JsonSchema,
): readonly Problem[] {
  const ofKind = branches.filter(
    (branch) => branch.parts.length > 0 && takesKind(branch.parts, branch.value, root),
  );
  if (!ofKind.length) {
    const schemas = branches.map(({ schema }) => schema);
    return [noneOf(value, `must be ${alternatives(schemas)}`, alternatives(schemas))];
  }
  const object = ofKind.map((branch) => branch.value).find(isObject);
  const left = object ? discriminated(ofKind, root) : ofKind;
  const wrong = object && left.length > 1 ? wrongDiscriminators(left, object, root) : [];
  if (wrong.length) return wrong;
  const problems = (left.length === 1 ? left[0] : withFewest(left))?.problems() ?? [];
  return problems.length ? problems : [unclear(value, left, root)];
}

// A branch that has nothing against the value was refused for another reason, such as fitting beside one more.
function withFewest(branches: readonly UnfitBranch[]): UnfitBranch | undefined {
  if (branches.some(({ problems }) => !problems().length)) return undefined;
  const [first, second] = branches
    .map((branch) => ({ branch, members: wrongMembers(branch), all: branch.problems().length }))
    .sort((one, other) => one.members - other.members || one.all - other.all);
  if (!first || !isRelated(first.branch)) return undefined;
  const tied = second && second.members === first.members && second.all === first.all;
  return tied ? undefined : first.branch;
}

// A misspelt name counts half: its right one is missing too, or else it is nothing strange.
function wrongMembers({ within, names, value, problems }: UnfitBranch): number {
  const wrong = new Map<string, number>();
  for (const { field, nearest } of problems())
    wrong.set(/^(?:\[\d+\]|[^.[]*)/.exec(field)![0], nearest === undefined ? 1 : 0.5);
  if (isObject(value) && names.length)
    for (const name of Object.keys(value))
      if (!wrong.has(name) && !knowsMember(within, name)) wrong.set(name, 1);
  return [...wrong.values()].reduce((sum, each) => sum + each, 0);
}

// An object that has no member of a branch is hardly meant for it, however few that branch demands.
function isRelated({ within, value, problems }: UnfitBranch): boolean {
  if (!isObject(value)) return true;
  if (Object.keys(value).some((name) => knowsMember(within, name))) return true;
  return problems().some(({ nearest }) => nearest !== undefined);
}

function unclear(value: unknown, branches: readonly UnfitBranch[], root: JsonSchema): Problem {
  const schemas = branches.map(({ schema }) => schema);
  const haveMembers = branches.some((branch) => isObject(branch.value) && branch.names.length > 0);
  const kinds = ['anything', typeName(value), ...(Number.isInteger(value) ? ['integer'] : [])];
  if (!haveMembers && !schemas.some((schema) => kinds.includes(allowedText(schema))))
    return noneOf(value, `must be ${alternatives(schemas)}`, alternatives(schemas));
  const allowed = haveMembers
    ? branchesText(branches, root)
    : [...new Set(branches.map(({ problems }) => problemsText(problems())))].join(' or ');
  return noneOf(value, `fits none of the alternatives: ${allowed}`, allowed);
}

function problemsText(problems: readonly Problem[]): string {
  return problems.map(({ field, message }) => `${field && `${field} `}${message}`).join(' and ');
}

function noneOf(value: unknown, message: string, allowed: string): Problem {
  return { field: '', message, received: describeValue(value), allowed };
}
