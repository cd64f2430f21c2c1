/** Whether a type is `any`, which can't be compared with anything. */
export type IsAny<V> = 0 extends 1 & V ? true : false;

/** What to write instead of a type that JSON can't carry; never for the others. */
export type Unsendable<V, Depth extends 0[] = []> =
  IsAny<V> extends true
    ? never
    : V extends string | number | boolean | null | undefined
      ? never
      : V extends bigint
        ? 'is a bigint, which JSON cannot carry: write string with a pattern, or number with type integer up to 2^53'
        : [V] extends [void]
          ? 'is void, which holds no value: write the type of its values'
          : V extends symbol
            ? 'is a symbol, which JSON cannot carry: write a union of string literals with enum'
            : Depth['length'] extends 3
              ? never
              : UnsendableObject<V, [...Depth, 0]>;

// `Function` itself, constructors and every function.
interface Callable {
  apply: unknown;
  bind: unknown;
  call: unknown;
}

interface WeakKeyed {
  readonly [Symbol.toStringTag]: string;
  has(key: never): boolean;
  delete(key: never): boolean;
  readonly size?: never;
}

// Lists and maps are followed three levels deep, since a type may contain itself.
type UnsendableObject<V, Depth extends 0[]> = V extends Date
  ? "is a Date, which JSON cannot carry: write string with format 'date' or 'date-time'"
  : V extends ReadonlyMap<unknown, unknown>
    ? 'is a Map, which JSON cannot carry: write Record<string, …> with values'
    : V extends ReadonlySet<unknown>
      ? 'is a Set, which JSON cannot carry: write an array with items and uniqueItems'
      : V extends ArrayBufferView | ArrayBuffer
        ? 'is binary data, which JSON cannot carry: write string and send it as base64'
        : V extends WeakKeyed
          ? 'is weak, which JSON cannot carry: write Record<string, …> or an array'
          : V extends PromiseLike<unknown>
            ? 'is a promise, which JSON cannot carry: write the type it resolves to'
            : V extends Callable
              ? 'is a function, which JSON cannot carry: write a union of string literals with enum'
              : V extends RegExp
                ? 'is a RegExp, which JSON cannot carry: write string'
                : V extends { href: string; searchParams: unknown }
                  ? "is a URL object, which JSON cannot carry: write string with format 'uri'"
                  : V extends readonly (infer E)[]
                    ? Unsendable<E, Depth>
                    : string extends keyof V
                      ? Unsendable<V[keyof V & string], Depth>
                      : never;
