import { isObject } from '../base/json-value';
import { sameJson } from '../json/same-json';
import { narrowedArrays } from './narrowed-arrays';
import { narrowedObjects } from './narrowed-objects';
import { acceptsAll, narrowedNumbers, narrowedStrings, typesOf, type SchemaRules } from './narrowed-values';
import type { Compare, Narrowing, NarrowingOptions } from './narrowing';
import { rulesOf, sameRules } from './same-rules';
import { withoutReferences } from './inline-references';

// Keywords that only count as a whole: equal on both sides, or not comparable.
const GROUPS = [
  ['anyOf'],
  ['oneOf'],
  ['allOf'],
  ['not'],
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['propertyNames'],
  ['dependentRequired'],
  ['dependentSchemas'],
  ['dependencies'],
];
const INCOMPARABLE = [
  ...['oneOf', 'not', 'if', 'contains', 'propertyNames', 'dependentRequired', 'dependentSchemas'],
  ...['dependencies', 'unevaluatedProperties', 'unevaluatedItems', 'additionalItems'],
];
const STRUCTURE = [
  ...['properties', 'patternProperties', 'additionalProperties', 'items', 'prefixItems'],
  ...['unevaluatedProperties', 'unevaluatedItems'],
];
const MOST_STEPS = 1_500;

/**
 * Finds where a schema refuses values that another took. It errs on one side only: what it can't compare counts as
 * stricter, so that nothing found means that every value that was valid still is.
 */
export function findNarrowings(old: unknown, next: unknown, options: NarrowingOptions): Narrowing[] {
  if (sameRules(old, next)) return [];
  const [from, to] = [withoutReferences(old), withoutReferences(next)];
  if (from === undefined || to === undefined) return [{ path: '', kind: 'unknown' }];
  let steps = 0;
  const compare: Compare = (a, b, path) => {
    if (++steps > MOST_STEPS) return [{ path, kind: 'unknown' }];
    return compared(a, b, path, compare, options);
  };
  return distinct(compare(rulesOf(from), rulesOf(to), ''));
}

function compared(
  old: unknown,
  next: unknown,
  path: string,
  compare: Compare,
  options: NarrowingOptions,
): Narrowing[] {
  if (sameJson(old, next) || next === true || old === false) return [];
  if (next === false) return [{ path, kind: 'closed' }];
  const from = old === true ? {} : old;
  if (!isObject(from) || !isObject(next)) return [{ path, kind: 'unknown' }];
  const to = withoutShared(from, next);
  if (!Object.keys(to).length) return [];
  const finite = comparedValues(from, to, path);
  if (finite) return finite;
  const branches = alternativesOf(from);
  if (branches) {
    const byBranch = branches.flatMap((branch) => compare(branch, to, path));
    return byBranch.length && compare(withoutAlternatives(from), to, path).length ? byBranch : [];
  }
  const { type } = from;
  // Each type may fit another alternative.
  if (to['anyOf'] !== undefined && Array.isArray(type) && type.length > 1)
    return type.flatMap((one: unknown) => compare({ ...from, type: one }, to, path));
  const { anyOf, allOf, ...rest } = to;
  const unknown = INCOMPARABLE.some((keyword) => rest[keyword] !== undefined);
  const fitsNone = Array.isArray(anyOf) && anyOf.every((branch) => compare(from, branch, path).length > 0);
  return [
    ...(unknown ? [{ path, kind: 'unknown' } as const] : []),
    ...(Array.isArray(allOf) ? allOf.flatMap((part) => compare(from, part, path)) : []),
    ...(fitsNone ? [{ path, kind: 'alternatives' } as const] : []),
    ...keywords(from, rest, path, compare, options),
  ];
}

function keywords(
  from: SchemaRules,
  to: SchemaRules,
  path: string,
  compare: Compare,
  options: NarrowingOptions,
): Narrowing[] {
  const types = typesOf(from);
  const allowed = typesOf(to);
  const missing = [...types].filter((type) => !allowed.has(type));
  const named = missing.includes('number') ? missing.filter((type) => type !== 'integer') : missing;
  return [
    ...(named.length ? [{ path, kind: 'type', before: named } as const] : []),
    ...(listsOthers(from, to) ? [{ path, kind: 'enum', before: 'other values' } as const] : []),
    ...(types.has('integer') ? narrowedNumbers(from, to, path) : []),
    ...(types.has('string') ? narrowedStrings(from, to, path) : []),
    ...(types.has('array') ? narrowedArrays(from, to, path, compare) : []),
    ...(types.has('object') ? narrowedObjects(from, to, path, compare, options) : []),
  ];
}

function listsOthers(from: SchemaRules, to: SchemaRules): boolean {
  return ['enum', 'const'].some(
    (keyword) => to[keyword] !== undefined && !sameJson(from[keyword], to[keyword]),
  );
}

// What both demand refuses nothing that was valid before.
function withoutShared(from: SchemaRules, to: SchemaRules): SchemaRules {
  const shared = GROUPS.filter(
    (group) => to[group[0]!] !== undefined && group.every((keyword) => sameJson(from[keyword], to[keyword])),
  ).flat();
  return Object.fromEntries(Object.entries(to).filter(([keyword]) => !shared.includes(keyword)));
}

// A schema that lists its values is compared value by value; undefined if it lists none, or formats are in play.
function comparedValues(from: SchemaRules, to: SchemaRules, path: string): Narrowing[] | undefined {
  const values = from['const'] !== undefined ? [from['const']] : from['enum'];
  if (!Array.isArray(values) || JSON.stringify(to).includes('"format"')) return undefined;
  const accepts = acceptsAll(to);
  if (!accepts) return [{ path, kind: 'unknown' }];
  const refused = values.filter((value) => !accepts(value));
  return refused.length ? [{ path, kind: 'enum', before: refused }] : [];
}

function alternativesOf(from: SchemaRules): unknown[] | undefined {
  const keyword = ['anyOf', 'oneOf'].find((each) => Array.isArray(from[each]));
  if (keyword === undefined) return undefined;
  const { [keyword]: branches, ...rest } = from;
  const open = withoutUnevaluated(rest);
  return (branches as unknown[]).map((branch) => together(open, branch));
}

function withoutAlternatives({ anyOf: _any, oneOf: _one, ...rest }: SchemaRules): SchemaRules {
  return withoutUnevaluated(rest);
}

// What is left unevaluated depends on all alternatives that a value meets, so beside some of them it would refuse more.
function withoutUnevaluated({
  unevaluatedProperties: _members,
  unevaluatedItems: _items,
  ...rest
}: SchemaRules): SchemaRules {
  return rest;
}

// A schema that takes at least what both take: where both say something about the same members, the branch is enough.
function together(rest: SchemaRules, branch: unknown): unknown {
  if (!isObject(branch)) return branch === true ? rest : branch;
  const clash = STRUCTURE.some((keyword) => branch[keyword] !== undefined);
  const whole = GROUPS.filter((group) => group.some((keyword) => branch[keyword] !== undefined)).flat();
  const kept = Object.entries(rest).filter(
    ([keyword]) => !whole.includes(keyword) && !(clash && STRUCTURE.includes(keyword)),
  );
  return { ...Object.fromEntries(kept), ...branch };
}

function distinct(narrowings: readonly Narrowing[]): Narrowing[] {
  return narrowings.filter((one, index) => narrowings.findIndex((other) => sameJson(one, other)) === index);
}
