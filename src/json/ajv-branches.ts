import type { ErrorObject } from 'ajv';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { flatBranches } from './branch-parts';
import { unfitProblems } from './nearest-branch';
import type { Problem } from './problem';
import { referredTo, REFERENCES } from './local-reference';
import { unfitBranch } from './unfit-branch';

/** What judges a value by one part of a schema, which may refer to the whole. */
export interface JudgedSchema {
  readonly root: JsonSchema;
  /** Returns the problems of a value with a part of the schema; none if the part can't be judged alone. */
  problemsOf(part: JsonSchema, value: unknown): readonly Problem[];
}

const insides = new WeakMap<object, WeakMap<object, ReadonlySet<unknown>>>();

/** Returns what is wrong with a value that fits none of several alternatives, judged by Ajv one by one. */
export function ajvBranchProblems(
  stated: readonly JsonSchema[],
  value: unknown,
  { root, problemsOf }: JudgedSchema,
): readonly Problem[] {
  const unfit = flatBranches(stated, root).map((branch) =>
    unfitBranch(branch, root, value, () => problemsOf(branch, value)),
  );
  return unfitProblems(value, unfit, root);
}

/** Returns whether an error is one of the branches of another: its schema is somewhere below, references followed. */
export function isErrorWithin(error: ErrorObject, branching: ErrorObject, root: JsonSchema): boolean {
  const { instancePath, parentSchema } = error;
  if (instancePath !== branching.instancePath && !instancePath.startsWith(`${branching.instancePath}/`))
    return false;
  const isBeside = instancePath === branching.instancePath && parentSchema === branching.parentSchema;
  const { schema } = branching as { readonly schema: object };
  if (typeof parentSchema === 'object') return !isBeside && schemasBelow(schema, root).has(parentSchema);
  return error.schemaPath.startsWith(`${branching.schemaPath}/`);
}

function schemasBelow(schema: object, root: JsonSchema): ReadonlySet<unknown> {
  let known = insides.get(root);
  if (!known) insides.set(root, (known = new WeakMap()));
  let found = known.get(schema) as Set<unknown> | undefined;
  if (found) return found;
  known.set(schema, (found = new Set()));
  const left: unknown[] = [schema];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part !== 'object' || part === null || found.has(part)) continue;
    found.add(part);
    left.push(...(Object.values(part) as unknown[]).filter((inner) => inner !== undefined));
    if (isObject(part)) left.push(...REFERENCES.map((name) => referredTo(part[name], root) ?? null));
  }
  return found;
}
