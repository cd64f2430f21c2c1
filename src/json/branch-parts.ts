import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { typeName } from './describe-value';
import { hasType, type JsonType } from './json-types';
import { referredTo } from './local-reference';
import { sameJson } from './same-json';
import { memberSchemas } from './schema-parts';

const DEEPEST = 16;

/** Returns a schema with what must hold beside it: what it refers to in the root, and the parts of its `allOf`. */
export function joinedParts(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema[] {
  if (depth > DEEPEST) return [];
  const beside = [referredTo(schema['$ref'], root), schema['allOf']].flat().filter(isObject);
  return [schema, ...beside.flatMap((each) => joinedParts(each, root, depth + 1))];
}

/**
 * Returns the alternatives of a union with those of the unions among them; anything else is one alternative. Without a root to look
 * references up in, only those are taken apart that mean the same when they are: `anyOf` in `anyOf`.
 */
export function flatBranches(branches: readonly JsonSchema[], root?: JsonSchema, depth = 0): JsonSchema[] {
  return branches.flatMap((branch) => {
    const inner = depth < DEEPEST ? innerBranches(branch, root) : undefined;
    return inner ? flatBranches(inner, root, depth + 1) : [branch];
  });
}

/** Returns the values that some parts state for a member, if they do: its `const` or `enum`. */
export function statedValues(
  parts: readonly JsonSchema[],
  name: string,
  root: JsonSchema,
): readonly unknown[] | undefined {
  return parts
    .map((part) => ownProperty(part, name))
    .flatMap((member) => (member ? joinedParts(member, root) : []))
    .map(valuesOf)
    .find((values) => values !== undefined);
}

/** Returns whether some parts together take values of the kind of a value. */
export function takesKind(
  parts: readonly JsonSchema[],
  value: unknown,
  root: JsonSchema,
  depth = 0,
): boolean {
  return parts.every((part) => {
    const types = part.type === undefined ? undefined : ([part.type].flat() as JsonType[]);
    if (types && !types.some((type) => hasType(value, type))) return false;
    const values = valuesOf(part);
    if (values && !values.some((each) => typeName(each) === typeName(value))) return false;
    const unions = [part.anyOf, part['oneOf']].filter(Array.isArray) as JsonSchema[][];
    const takes = (branch: JsonSchema) => takesKind(joinedParts(branch, root), value, root, depth + 1);
    return depth > DEEPEST || unions.every((branches) => branches.some(takes));
  });
}

/** Returns whether some parts name a member, or take members of any name. */
export function knowsMember(parts: readonly JsonSchema[], name: string): boolean {
  return parts.some((part) => part.required?.includes(name) || memberSchemas(part, name).length > 0);
}

/** Returns whether a list has a value, compared as JSON. */
export function hasValue(values: readonly unknown[], value: unknown): boolean {
  return values.some((each) => sameJson(each, value));
}

function innerBranches(branch: JsonSchema, root: JsonSchema | undefined): JsonSchema[] | undefined {
  if (!isObject(branch)) return undefined;
  const stated = Object.keys(branch).filter((keyword) => !/^(?:title|description|\$comment)$/.test(keyword));
  if (stated.length !== 1) return undefined;
  if (Array.isArray(branch.anyOf)) return branch.anyOf as JsonSchema[];
  if (!root) return undefined;
  if (Array.isArray(branch['oneOf'])) return branch['oneOf'] as JsonSchema[];
  const referred = referredTo(branch['$ref'], root);
  return isObject(referred) && innerBranches(referred, root) ? [referred] : undefined;
}

function ownProperty({ properties }: JsonSchema, name: string): JsonSchema | undefined {
  const member = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(member) ? member : undefined;
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const];
}
