import { sameJson } from '../json/same-json';
import { narrowedCounts, type SchemaRules } from './narrowed-values';
import type { Compare, Narrowing } from './narrowing';

/** Compares what two schemas demand of arrays. */
export function narrowedArrays(
  from: SchemaRules,
  to: SchemaRules,
  path: string,
  compare: Compare,
): Narrowing[] {
  const found = narrowedCounts(from, to, path, ['minItems', 'maxItems']);
  if (to['uniqueItems'] === true && from['uniqueItems'] !== true)
    found.push({ path, kind: 'uniqueItems', before: from['uniqueItems'], after: true });
  if (sameJson(from['items'], to['items']) && sameJson(from['prefixItems'], to['prefixItems'])) return found;
  // A list of schemas as items belongs to an older dialect.
  if (Array.isArray(from['items']) || Array.isArray(to['items']))
    return [...found, { path, kind: 'unknown' }];
  const most = typeof from['maxItems'] === 'number' ? from['maxItems'] : Infinity;
  const positions = Math.max(prefixOf(from).length, prefixOf(to).length);
  const inner = `${path}[]`;
  for (let index = 0; index < Math.min(positions, most); index++)
    found.push(...compare(itemAt(from, index), itemAt(to, index), inner));
  if (most > positions) found.push(...compare(from['items'] ?? true, to['items'] ?? true, inner));
  return found;
}

function prefixOf({ prefixItems }: SchemaRules): readonly unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : [];
}

function itemAt(schema: SchemaRules, index: number): unknown {
  const prefix = prefixOf(schema);
  return index < prefix.length ? prefix[index] : (schema['items'] ?? true);
}
