import { types } from 'node:util';

// `instanceof` knows only the classes of its own realm. Under jest, and for code in `node:vm`, what Node or a dependency made is of another.

/** Returns whether a value is an error. */
export function isError(value: unknown): value is Error {
  if (typeof value !== 'object' || value === null) return false;
  // A DOMException is an error without being made as one, and so is an instance of a class in the style of `util.inherits`.
  return types.isNativeError(value) || tagOf(value) === 'DOMException' || value instanceof Error;
}

/** Returns whether a value is an error with this name, such as `RangeError`. */
export function isErrorNamed(value: unknown, name: string): value is Error {
  return isError(value) && value.name === name;
}

/** Returns whether a value is an object as a literal makes it, or one without a prototype. */
export function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === Object.prototype || prototype === null) return true;
  return Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype, 'isPrototypeOf');
}

/** Returns what a value calls itself: `Map`, `Headers`, `Object`. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice('[object '.length, -1);
}

/** Checks for the classes of the language, each for values of every realm. */
export const { isAnyArrayBuffer, isDate, isMap, isPromise, isRegExp, isSet, isUint8Array } = types;
