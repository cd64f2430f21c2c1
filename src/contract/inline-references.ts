import { isObject } from '../base/json-value';
import { referredTo } from '../json/local-reference';
import { MAPS_OF_SCHEMAS, VALUE_KEYWORDS } from './same-rules';

const DEEPEST = 40;
const MOST_STEPS = 50_000;

/** Writes what local references point to in their place; undefined for a schema that refers to itself or elsewhere. */
export function withoutReferences(root: unknown): unknown {
  let steps = 0;
  const inline = (value: unknown, depth: number): unknown => {
    if (depth > DEEPEST || ++steps > MOST_STEPS) throw new UnfollowedReference();
    if (Array.isArray(value)) return value.map((item) => inline(item, depth + 1));
    if (!isObject(value)) return value;
    if (value['$dynamicRef'] !== undefined || value['$recursiveRef'] !== undefined)
      throw new UnfollowedReference();
    const { $ref: reference, $defs: _defs, definitions: _definitions, ...rest } = value;
    const own = mapped(rest, (inner, keyword) => {
      if (VALUE_KEYWORDS.has(keyword)) return inner;
      if (!MAPS_OF_SCHEMAS.has(keyword) || !isObject(inner)) return inline(inner, depth + 1);
      return mapped(inner, (schema) => inline(schema, depth + 1));
    });
    if (reference === undefined) return own;
    const target = inline(targetOf(root, reference), depth + 1);
    if (!Object.keys(own).length) return target;
    return { ...own, allOf: [...((own['allOf'] as unknown[] | undefined) ?? []), target] };
  };
  try {
    return inline(root, 0);
  } catch (error) {
    if (error instanceof UnfollowedReference) return undefined;
    throw error;
  }
}

class UnfollowedReference extends Error {}

function mapped(
  object: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

function targetOf(root: unknown, reference: unknown): unknown {
  const target = referredTo(reference, root);
  if (target === undefined) throw new UnfollowedReference();
  return target;
}
