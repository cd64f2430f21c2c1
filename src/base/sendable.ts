import {
  isAnyArrayBuffer,
  isDate,
  isError,
  isErrorNamed,
  isMap,
  isPlainObject,
  isPromise,
  isSet,
  tagOf,
} from './any-realm';

/** Returns where and why a value can't be sent as JSON without loss, such as `value.items[2] is a Map: …`. */
export function unsendable(value: unknown, root = 'value'): string | undefined {
  if (value === undefined || isPlain(value, 0)) return undefined;
  try {
    return find(value, root, []);
  } catch (error) {
    if (isErrorNamed(error, 'RangeError')) return `${root} is nested too deeply: return less at once`;
    throw error;
  }
}

// Beyond this depth a circle is suspected.
const DEEP = 100;

// The common case without paths: only plain objects, arrays, strings, booleans and finite numbers.
function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth > DEEP) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isPlain(value[index], depth + 1)) return false;
    return true;
  }
  if (!isPlainObject(value)) return false;
  for (const key in value) {
    const inner = value[key];
    if (inner !== undefined && !isPlain(inner, depth + 1)) return false;
  }
  return true;
}

function find(value: unknown, path: string, above: readonly unknown[]): string | undefined {
  const kind = kindOf(value);
  if (kind !== undefined) return `${path} is ${kind}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (above.includes(value))
    return `${path} contains itself: return a part of it, or ids in place of objects`;
  const around = [...above, value];
  if (hasToJson(value)) {
    const json = value.toJSON();
    return json === value ? findInside(value, path, around) : find(json, path, around);
  }
  return findInside(value, path, around);
}

function findInside(value: object, path: string, around: readonly unknown[]): string | undefined {
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const found = find(value[index], `${path}[${index}]`, around);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  for (const [key, inner] of Object.entries(value)) {
    const at = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    const found = inner === undefined ? undefined : find(inner, at, around);
    if (found !== undefined) return found;
  }
  return undefined;
}

function kindOf(value: unknown): string | undefined {
  switch (typeof value) {
    case 'undefined':
      return 'undefined: return null, or leave it out of the list';
    case 'number':
      return Number.isFinite(value) ? undefined : `${value}: return null, or a string`;
    case 'bigint':
      return 'a bigint: return a number or a string';
    case 'symbol':
      return 'a symbol: return a string';
    case 'function':
      return 'a function: return what it returns';
    case 'object':
      return value === null ? undefined : objectKind(value);
    default:
      return undefined;
  }
}

function objectKind(value: object): string | undefined {
  if (isMap(value)) return 'a Map: return Object.fromEntries() of it';
  if (isSet(value)) return 'a Set: return an array of its items';
  if (isError(value)) return 'an Error: return a Result.failure, or its message';
  if (isDate(value))
    return Number.isNaN(value.getTime()) ? 'an invalid Date: return null, or a valid one' : undefined;
  if (ArrayBuffer.isView(value) || isAnyArrayBuffer(value))
    return 'binary data: return a base64 string, ToolResult.image, .audio or .resource';
  if (isPromise(value)) return 'a promise: await it';
  const tag = tagOf(value);
  if (TRANSPARENT.has(tag) || hasToJson(value) || Object.keys(value).length) return undefined;
  return `a ${tag}, which JSON shows as {}: return its data as plain values`;
}

// What JSON writes as it is meant to.
const TRANSPARENT: ReadonlySet<string> = new Set(['Object', 'Array', 'String', 'Boolean', 'Number']);

function hasToJson(value: object): value is { toJSON(): unknown } {
  return 'toJSON' in value && typeof value.toJSON === 'function';
}
