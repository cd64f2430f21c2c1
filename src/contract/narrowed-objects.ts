import { isObject } from '../base/json-value';
import { sameJson } from '../json/same-json';
import { narrowedCounts, type SchemaRules } from './narrowed-values';
import type { Compare, Narrowing, NarrowingOptions } from './narrowing';

const PARTS = ['properties', 'patternProperties', 'additionalProperties'];

/** Compares what two schemas demand of objects. */
export function narrowedObjects(
  from: SchemaRules,
  to: SchemaRules,
  path: string,
  compare: Compare,
  options: NarrowingOptions,
): Narrowing[] {
  const required = namesIn(to['required']).filter((name) => !namesIn(from['required']).includes(name));
  return [
    ...narrowedCounts(from, to, path, ['minProperties', 'maxProperties']),
    ...required.map((name) => ({ path: joined(path, name), kind: 'required' }) as const),
    ...members(from, to, path, compare, options),
  ];
}

function members(
  from: SchemaRules,
  to: SchemaRules,
  path: string,
  compare: Compare,
  { removals, declaredOnly }: NarrowingOptions,
): Narrowing[] {
  if ([from, to].some(({ patternProperties }) => patternProperties !== undefined)) {
    const free = PARTS.every((keyword) => to[keyword] === undefined);
    const same = PARTS.every((keyword) => sameJson(from[keyword], to[keyword]));
    return free || same ? [] : [{ path, kind: 'unknown' }];
  }
  const [had, has] = [propertiesOf(from), propertiesOf(to)];
  const [others, othersNow] = [from['additionalProperties'] ?? true, to['additionalProperties'] ?? true];
  const unsent = declaredOnly && (others === true || sameJson(others, {}));
  const found: Narrowing[] = [];
  for (const name of new Set([...Object.keys(had), ...Object.keys(has)])) {
    const at = joined(path, name);
    const [was, is] = [Object.hasOwn(had, name), Object.hasOwn(has, name)];
    if (was && is) found.push(...compare(had[name], has[name], at));
    else if (was && had[name] !== false && (removals || othersNow === false))
      found.push({ path: at, kind: 'removed' });
    else if (was) found.push(...compare(had[name], othersNow, at));
    else if (!unsent && compare(others, has[name], at).length) found.push({ path: at, kind: 'declared' });
  }
  if (unsent) return found;
  const closes = othersNow === false && others !== false;
  return [
    ...found,
    ...(closes ? [{ path, kind: 'closed' } as const] : compare(others, othersNow, joined(path, '*'))),
  ];
}

function propertiesOf({ properties }: SchemaRules): Record<string, unknown> {
  return isObject(properties) ? properties : {};
}

function namesIn(required: unknown): readonly string[] {
  return Array.isArray(required) ? (required as string[]) : [];
}

function joined(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}
