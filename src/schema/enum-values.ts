import type { ValueRules } from '../metadata';

/** The values of an enum, stated as a list or as the enum object itself. */
export function enumValues(stated: NonNullable<ValueRules['enum']>): readonly unknown[] {
  if (Array.isArray(stated)) return stated;
  const object = stated as Readonly<Record<string, string | number>>;
  return Object.keys(object)
    .filter((key) => !isReverse(object, key))
    .map((key) => object[key]);
}

// An enum of numbers also holds the names by number.
function isReverse(object: Readonly<Record<string, string | number>>, key: string): boolean {
  const name = object[key];
  return typeof name === 'string' && String(Number(key)) === key && object[name] === Number(key);
}
