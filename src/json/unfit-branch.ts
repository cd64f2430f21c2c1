import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { joinedParts } from './branch-parts';
import type { Problem } from './problem';
import { withBranches } from './schema-parts';

/** One alternative of a union, for a value that fits none. */
export interface UnfitBranch {
  readonly schema: JsonSchema;
  /** The branch with what must hold beside it. */
  readonly parts: readonly JsonSchema[];
  /** The branch with everything that may hold beside it, such as the branches of a union in it. */
  readonly within: readonly JsonSchema[];
  /** The names of the members that the branch states. */
  readonly names: readonly string[];
  /** The value as this branch takes it: repaired where that was possible. */
  readonly value: unknown;
  /** What is wrong with the value by this branch; asked for only if nothing cheaper decides. */
  problems(): readonly Problem[];
}

/** Makes an alternative of its schema, the root that its references lead into, the value, and what is wrong with that. */
export function unfitBranch(
  schema: JsonSchema,
  root: JsonSchema,
  value: unknown,
  problems: () => readonly Problem[],
): UnfitBranch {
  const parts = isObject(schema) ? joinedParts(schema, root) : [];
  const names = [...new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})))];
  const within = isObject(schema) ? withBranches(schema, root) : [];
  let found: readonly Problem[] | undefined;
  return { schema, parts, within, names, value, problems: () => (found ??= problems()) };
}
