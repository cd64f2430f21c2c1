const BINARY = 'is binary data, which JSON cannot carry: write string and send it as base64';
const MAP = 'is a Map, which JSON cannot carry: write Record<string, …>';
const SET = 'is a Set, which JSON cannot carry: write an array, with uniqueItems in @Arg';

// Objects of the language and of Node by the name of their type, and what to write instead.
const BY_NAME: Readonly<Record<string, string>> = {
  Date: "is a Date, which JSON cannot carry: write string with format 'date' or 'date-time'",
  Map: MAP,
  ReadonlyMap: MAP,
  WeakMap: MAP,
  Set: SET,
  ReadonlySet: SET,
  WeakSet: SET,
  Promise: 'is a promise, which JSON cannot carry: write the type it resolves to',
  PromiseLike: 'is a promise, which JSON cannot carry: write the type it resolves to',
  RegExp: 'is a RegExp, which JSON cannot carry: write string',
  URL: "is a URL object, which JSON cannot carry: write string with format 'uri'",
  Buffer: BINARY,
  ArrayBuffer: BINARY,
  ArrayBufferView: BINARY,
  SharedArrayBuffer: BINARY,
  DataView: BINARY,
};

/** What to write instead of an object type of the language or of Node. */
export function unsendableObject(name: string): string {
  if (/^(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array$/.test(name)) return BY_NAME['Buffer']!;
  return (
    (Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined) ??
    `is a ${name}, which JSON cannot carry: write a class with @Arg fields, or a plain object type`
  );
}

/** What to write instead of values that are no objects. */
export const UNSENDABLE = {
  bigint:
    'is a bigint, which JSON cannot carry: write string with a pattern, or number with type integer up to 2^53',
  symbol: 'is a symbol, which JSON cannot carry: write a union of string literals',
  function: 'is a function, which JSON cannot carry: write a union of string literals',
} as const;
