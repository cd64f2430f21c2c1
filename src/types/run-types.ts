import type { Result } from '../result';
import type { ToolResult } from '../tool-result';

/** What `run` may return where the value is of this type. */
export type Returned<R> = Settled<R> | Promise<Settled<R>>;

type Settled<R> = R | Result<R> | ToolResult;

/** The type of what `returns` states; unknown for a whole schema, and where nothing is stated. */
export type ReturnsOf<V> = V extends 'string'
  ? string
  : V extends 'number' | 'integer'
    ? number
    : V extends 'boolean'
      ? boolean
      : V extends 'object'
        ? object
        : V extends () => new () => infer I
          ? I
          : V extends { readonly schema: unknown }
            ? unknown
            : V extends { readonly enum: readonly (infer E)[] }
              ? E
              : V extends { readonly items: infer I }
                ? readonly ReturnsOf<I>[]
                : V extends { readonly values: infer I }
                  ? Readonly<Record<string, ReturnsOf<I>>>
                  : V extends { readonly type: infer T }
                    ? ReturnsOf<T>
                    : unknown;

/** The variables of a URI template, such as `shelf` and `name` of `note://{shelf}/{+name}`. */
export type VariablesOf<Uri extends string> = string extends Uri
  ? Record<string, string>
  : Record<NamesIn<Uri>, string>;

type NamesIn<Uri extends string> = Uri extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `+${infer Plain}` ? Plain : Name) | NamesIn<Rest>
  : never;

/** The constructor parameters that stated tokens stand for; any where none are stated. */
export type Injected<I> = I extends readonly unknown[]
  ? { -readonly [Index in keyof I]: Instance<I[Index]> }
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- nothing is known of them
    any[];

// What is set under a name or a typedi `Token` is not known to the compiler, except by the token's own type.
type Instance<Token> = Token extends abstract new (...parameters: never) => infer Made
  ? Made
  : // eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
    any;
