import { AuthorError } from '../errors';
import { enumValues } from './enum-values';
import type { ArgOptions, ItemOptions, TypeRef } from '../metadata';

const RULES = [
  'type',
  'enum',
  'items',
  'values',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

/** Returns whether options may contradict each other: most state one kind of value at most, and need no closer look. */
export function mayIgnoreOptions({ schema, type, items, values, enum: allowed }: ArgOptions): boolean {
  if (schema || typeof items === 'object' || typeof values === 'object') return true;
  const kinds = Number(type !== undefined) + Number(items !== undefined) + Number(values !== undefined);
  return kinds + Number(allowed !== undefined) > 1;
}

/** Refuses options of which one would be ignored: rules beside a whole schema, and two that name different types. */
export function refuseIgnoredOptions(place: string, stated: ArgOptions): void {
  if (stated.schema) {
    const beside = RULES.find((rule) => stated[rule] !== undefined);
    if (beside)
      throw new AuthorError(
        place,
        `has schema and ${beside}, which would be ignored.`,
        'Put it into the schema.',
      );
  } else refuseTwoTypes(place, stated);
}

function refuseTwoTypes(place: string, rules: ItemOptions): void {
  const named = namedKinds(rules);
  const kinds = Object.entries(named);
  const [first, other] = [kinds[0], kinds.find(([, kind]) => kind !== kinds[0]![1])];
  if (first && other)
    throw new AuthorError(
      place,
      `has ${first[0]}, which says ${first[1]}, and ${other[0]}, which says ${other[1]}.`,
      'Drop one of them.',
    );
  for (const inner of [rules.items, rules.values])
    if (typeof inner === 'object') refuseTwoTypes(place, inner);
}

// The options that say what kind of value it is, and which. The values of an enum may be of several kinds.
function namedKinds({ type, items, values, enum: allowed }: ItemOptions): Record<string, string> {
  const kinds = new Set(allowed && enumValues(allowed).map((value) => typeof value));
  return {
    ...(type !== undefined && { type: kindOf(type) }),
    ...(items !== undefined && { items: 'array' }),
    ...(values !== undefined && { values: 'object' }),
    ...(kinds.size && { enum: [...kinds].join(' or ') }),
  };
}

function kindOf(type: TypeRef | 'array'): string {
  if (typeof type === 'function') return 'a class';
  return type === 'integer' ? 'number' : type;
}
