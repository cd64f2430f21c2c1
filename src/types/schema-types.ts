import type { IsAny } from './sendable-types';
import type { First, OptionOf } from './value-types';

/**
 * What a stated schema allows and a field's type doesn't, with the cure; never if everything that fits the schema fits the
 * type. A schema that the compiler doesn't know, and keywords other than these, are not judged.
 */
export type SchemaProblem<V, S> =
  IsAny<V> extends true
    ? never
    : unknown extends V
      ? never
      : string extends keyof S
        ? never
        : S extends { readonly anyOf: readonly (infer Member)[] }
          ? Each<V, Member>
          : S extends { readonly const: infer Value }
            ? ValuesProblem<V, Value>
            : S extends { readonly enum: readonly (infer Value)[] }
              ? ValuesProblem<V, Value>
              : S extends { readonly type: infer Type }
                ? Type extends string
                  ? TypeProblem<V, S, Type>
                  : never
                : [Extract<keyof S, Judged>] extends [never]
                  ? 'has a schema without a type, which allows any value: state the type in it'
                  : never;

// Keywords whose schemas are left to the author.
type Judged = '$ref' | 'oneOf' | 'allOf' | 'not' | 'if' | 'type' | 'enum' | 'const' | 'anyOf';

// Each alternative of a union by itself.
type Each<V, Member> = Member extends unknown ? SchemaProblem<V, Member> : never;

type ValuesProblem<V, Value> = [Text<Value>] extends [Text<V>]
  ? never
  : `has a schema that allows ${Exclude<Text<Value>, Text<V>>}, which its type does not: make them the same`;

type Text<V> = V extends string ? `'${V}'` : V extends number | boolean | null ? `${V}` : never;

type TypeProblem<V, S, Type extends string> = Type extends 'string'
  ? Covers<V, string, Type, S>
  : Type extends 'number' | 'integer'
    ? Covers<V, number, Type, S>
    : Type extends 'boolean'
      ? Covers<V, boolean, Type, S>
      : Type extends 'null'
        ? Covers<V, null, Type, S>
        : Type extends 'array'
          ? ArrayProblem<Extract<V, readonly unknown[]>, S>
          : Type extends 'object'
            ? ObjectProblem<Exclude<V, Simple | readonly unknown[]>, S>
            : never;

type Simple = string | number | boolean | null | undefined;

type Covers<V, Whole, Type extends string, S> = [Extract<V, Whole>] extends [never]
  ? `has a schema of type ${Type}, which its type is not: make them the same`
  : [Whole] extends [V]
    ? never
    : Extract<keyof S, 'pattern' | 'format' | 'minimum' | 'maximum'> extends never
      ? IsBranded<Extract<V, Whole>> extends true
        ? never
        : `has a schema that allows any ${Type}, and its type only some: state enum or pattern in the schema`
      : never;

// A type with a mark of its own, which nothing in JSON shows.
type IsBranded<V> = [V] extends [string]
  ? [Exclude<keyof V, keyof string>] extends [never]
    ? false
    : true
  : [V] extends [number]
    ? [Exclude<keyof V, keyof number>] extends [never]
      ? false
      : true
    : false;

type ArrayProblem<V, S> = [V] extends [never]
  ? 'has a schema of type array, which its type is not: make them the same'
  : V extends readonly unknown[]
    ? number extends V['length']
      ? [OptionOf<S, 'items'>] extends [undefined]
        ? never
        : Inside<SchemaProblem<V[number], OptionOf<S, 'items'>>, 'items'>
      : never
    : never;

type ObjectProblem<V, S> = [V] extends [never]
  ? 'has a schema of type object, which its type is not: make them the same'
  : [OptionOf<S, 'properties'>] extends [undefined]
    ? never
    : First<PropertyProblem<V, OptionOf<S, 'properties'>>, MissingProblem<V, S>>;

type PropertyProblem<V, Properties> = {
  [K in keyof Properties & keyof V & string]: Inside<
    SchemaProblem<Exclude<V[K], undefined>, Properties[K]>,
    K
  >;
}[keyof Properties & keyof V & string];

// What the type has without `?`, and the schema doesn't require.
type MissingProblem<V, S> = [Exclude<Always<V>, RequiredIn<S>>] extends [never]
  ? never
  : `has a schema that does not require ${Exclude<Always<V>, RequiredIn<S>>}, and its type does: state required in the schema`;

type Always<V> = string extends keyof V
  ? never
  : { [K in keyof V & string]-?: Record<never, never> extends Pick<V, K> ? never : K }[keyof V & string];

type RequiredIn<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

type Inside<Problem, Where extends string> = [Problem] extends [never]
  ? never
  : `has a schema whose ${Where} ${Problem & string}`;
