import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';

/**
 * Returns what a reference within a schema leads to: a JSON pointer (`#/$defs/a~1b`), an anchor (`#point`), or the `$id` of one of
 * its parts, alone or before either. Undefined for one that leads nowhere.
 */
export function referredTo(reference: unknown, root: unknown): unknown {
  if (typeof reference !== 'string') return undefined;
  const [base = '', fragment = ''] = reference.split('#');
  const within = base === '' ? root : partWith(root, (part) => isNamed(part['$id'], base));
  if (fragment === '') return within;
  if (fragment.startsWith('/')) return fragment.slice(1).split('/').reduce(step, within);
  return partWith(within, (part) => part['$anchor'] === fragment || part['$dynamicAnchor'] === fragment);
}

/** The keywords that refer to another part of a schema. */
export const REFERENCES: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef'];

/** Returns the JSON pointer to a part of a schema, as a reference writes it; undefined if the schema doesn't have that part. */
export function pointerTo(part: object, root: object): string | undefined {
  const seen = new Set<unknown>();
  const left: [at: unknown, pointer: string][] = [[root, '']];
  for (let next = left.pop(); next; next = left.pop()) {
    const [at, pointer] = next;
    if (at === part) return pointer;
    if (typeof at !== 'object' || at === null || seen.has(at)) continue;
    seen.add(at);
    for (const [key, inner] of Object.entries(at))
      left.push([inner, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`]);
  }
  return undefined;
}

function step(at: unknown, escaped: string): unknown {
  const key = decoded(escaped).replaceAll('~1', '/').replaceAll('~0', '~');
  return typeof at === 'object' && at !== null && Object.hasOwn(at, key)
    ? (at as Record<string, unknown>)[key]
    : undefined;
}

function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

// An `$id` may be written whole, or relative to the one around it.
function isNamed(id: unknown, base: string): boolean {
  if (typeof id !== 'string') return false;
  const name = id.replace(/#$/, '');
  return name === base || name.endsWith(`/${base}`) || base.endsWith(`/${name}`);
}

function partWith(root: unknown, meets: (part: JsonSchema) => boolean): JsonSchema | undefined {
  const left = [root];
  const seen = new Set<unknown>();
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    if (isObject(part) && meets(part)) return part;
    left.push(...(Object.values(part) as unknown[]).filter((inner) => inner !== undefined));
  }
  return undefined;
}
