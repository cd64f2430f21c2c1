import { isObject } from './json-value';

/** Returns what stands at a path in a JSON object; inherited members don't count, whatever a key is called. */
export function memberAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, key) => (isObject(inside) && Object.hasOwn(inside, key) ? inside[key] : undefined),
    object,
  );
}

/** Sets what stands at a path in a JSON object, making the objects on the way; no prototype is touched, whatever a key is called. */
export function setMemberAt(object: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  const given = memberAt(object, [key]);
  const inside = isObject(given) ? given : {};
  if (rest.length) setMemberAt(inside, rest, value);
  Object.defineProperty(object, key, {
    value: rest.length ? inside : value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
