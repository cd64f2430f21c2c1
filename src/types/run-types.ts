import type { Result } from '../result';
import type { ToolResult } from '../tool-result';

/** What `run` may return where the value is of this type. */
export type Returned<R> = Settled<R> | Promise<Settled<R>>;

type Settled<R> = R | Result<R> | ToolResult;

/** The variables of a URI template, such as `shelf` and `name` of `note://{shelf}/{+name}`. */
export type VariablesOf<Uri extends string> = string extends Uri
  ? Record<string, string>
  : Record<NamesIn<Uri>, string>;

type NamesIn<Uri extends string> = Uri extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `+${infer Plain}` ? Plain : Name) | NamesIn<Rest>
  : never;
