/** Whether a type is `any`, which can't be compared with anything. */
export type IsAny<V> = 0 extends 1 & V ? true : false;

/** What to write instead of a type that JSON can't carry; never for the others. */
export type Unsendable<V> =
  IsAny<V> extends true
    ? never
    : V extends string | number | boolean | null | undefined
      ? never
      : V extends bigint
        ? 'is a bigint, which JSON cannot carry: write number with type integer, or string with a pattern'
        : V extends symbol
          ? 'is a symbol, which JSON cannot carry: write a union of string literals with enum'
          : UnsendableObject<V>;

type UnsendableObject<V> = V extends Date
  ? "is a Date, which JSON cannot carry: write string with format 'date-time'"
  : V extends ReadonlyMap<unknown, unknown>
    ? 'is a Map, which JSON cannot carry: write Record<string, …> with values'
    : V extends ReadonlySet<unknown>
      ? 'is a Set, which JSON cannot carry: write an array with items and uniqueItems'
      : V extends ArrayBufferView | ArrayBuffer
        ? 'is binary data, which JSON cannot carry: write string and send it as base64'
        : V extends PromiseLike<unknown>
          ? 'is a promise, which JSON cannot carry: write the type it resolves to'
          : V extends (...parameters: never) => unknown
            ? 'is a function, which JSON cannot carry: write a union of string literals with enum'
            : V extends RegExp
              ? 'is a RegExp, which JSON cannot carry: write string'
              : V extends { href: string; searchParams: unknown }
                ? "is a URL object, which JSON cannot carry: write string with format 'uri'"
                : V extends readonly (infer E)[]
                  ? Unsendable<E>
                  : never;
