/** Values that JSON can't carry, each made anew, with how the report names it. */
export const UNSENDABLE: readonly [string, () => unknown, RegExp][] = [
  ['a Map', () => new Map([['a', 1]]), /is a Map: return Object\.fromEntries/],
  ['a Set', () => new Set([1]), /is a Set: return an array/],
  ['NaN', () => NaN, /is NaN: return null/],
  ['Infinity', () => -Infinity, /is -Infinity: return null/],
  ['an Error', () => new RangeError('far'), /is an Error: return a Result\.failure/],
  ['an invalid Date', () => new Date(NaN), /is an invalid Date/],
  ['a bigint', () => 1n, /is a bigint/],
  ['a symbol', () => Symbol('s'), /is a symbol/],
  ['a function', () => () => 1, /is a function/],
  ['a Buffer', () => Buffer.from('x'), /is binary data/],
  ['a typed array', () => new Uint16Array(2), /is binary data/],
  ['an ArrayBuffer', () => new ArrayBuffer(2), /is binary data/],
  ['a RegExp', () => /x/, /is a RegExp, which JSON shows as \{\}/],
  ['a WeakMap', () => new WeakMap(), /is a WeakMap, which JSON shows as \{\}/],
  ['an iterator', () => [1][Symbol.iterator](), /is a Array Iterator, which JSON shows as \{\}/],
  ['search parameters', () => new URLSearchParams('a=1'), /is a URLSearchParams, which JSON shows/],
  ['toJSON that gives a Map', () => ({ toJSON: () => new Map() }), /is a Map/],
  [
    'toJSON of a class that gives NaN',
    () =>
      new (class {
        toJSON = () => NaN;
      })(),
    /is NaN/,
  ],
  ['a promise', () => Promise.resolve(1), /is a promise: await it/],
  ['undefined in a list', () => [1, undefined], /\[1\] is undefined/],
  // eslint-disable-next-line no-sparse-arrays -- a hole is what is tried
  ['a hole in a list', () => [1, , 3], /\[1\] is undefined/],
  ['a circle', circle, /contains itself/],
];

function circle(): unknown {
  const self: Record<string, unknown> = { list: [] };
  (self['list'] as unknown[]).push({ back: self });
  return self;
}
