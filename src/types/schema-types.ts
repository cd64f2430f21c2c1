import type { IsAny } from './sendable-types';
import type { First, Has, KnownKey, Nothing, OptionOf, Templates } from './value-types';

/**
 * What a stated schema allows and a field's type doesn't, with the cure; never if everything that fits the schema fits the
 * type. A schema that the compiler doesn't know, `$ref` and `if` are left to the author.
 */
export type SchemaProblem<V, S> =
  TakesAll<V> extends true
    ? never
    : string extends keyof S
      ? never
      : S extends { readonly const: infer Value }
        ? ValuesProblem<V, Value>
        : S extends { readonly enum: readonly (infer Value)[] }
          ? ValuesProblem<V, Value>
          : Has<S, '$ref' | 'if'> extends true
            ? never
            : Strictest<
                [
                  S extends { readonly anyOf: readonly (infer Member)[] } ? [Each<V, Member>] : undefined,
                  S extends { readonly oneOf: readonly (infer Member)[] } ? [Each<V, Member>] : undefined,
                  S extends { readonly type: infer Type extends string }
                    ? [TypeProblem<V, S, Type>]
                    : undefined,
                  S extends { readonly allOf: readonly (infer Member)[] }
                    ? [AllProblem<V, Member>]
                    : undefined,
                ]
              >;

// A problem of a part, said of the whole.
type Inside<Problem, Where extends string> = [Problem] extends [never]
  ? never
  : `has a schema whose ${Where} ${Problem & string}`;

// The problem of several of which one has to fit: none if one of them does.
type OneFits<Fitting, Problem> = [Fitting] extends [never] ? Problem : never;

// Whether a type takes every JSON value.
type TakesAll<V> =
  IsAny<V> extends true ? true : unknown extends V ? true : [AnyJson] extends [V] ? true : false;

type AnyJson = string | number | boolean | null | AnyJson[] | { [key: string]: AnyJson };

// A value has to meet all of these keywords, so one of them that fits the type is enough.
type Strictest<Found extends readonly unknown[], Said = never> = Found extends readonly [
  infer Head,
  ...infer Rest,
]
  ? Head extends readonly [infer Problem]
    ? [Problem] extends [never]
      ? never
      : Strictest<Rest, First<Said, Problem>>
    : Strictest<Rest, Said>
  : First<Said, 'has a schema without a type, which allows any value: state the type in it'>;

// Each alternative of a union by itself.
type Each<V, Member> = Member extends unknown ? SchemaProblem<V, Member> : never;

type AllProblem<V, Member> = OneFits<
  Member extends unknown ? ([SchemaProblem<V, Member>] extends [never] ? true : never) : never,
  Each<V, Member>
>;

type ValuesProblem<V, Value> = [Text<Value>] extends [Text<V>]
  ? never
  : `has a schema that allows ${Exclude<Text<Value>, Text<V>>}, which its type does not: make them the same`;

type Text<V> = V extends string ? `'${V}'` : V extends number | boolean | null ? `${V}` : never;

type TypeProblem<V, S, Type extends string> = Type extends 'string'
  ? Covers<Extract<V, string>, string, Type, S>
  : Type extends 'number' | 'integer'
    ? Covers<Extract<V, number>, number, Type, S>
    : Type extends 'boolean'
      ? Covers<Extract<V, boolean>, boolean, Type, S>
      : Type extends 'null'
        ? null extends V
          ? never
          : NotOfType<Type>
        : Type extends 'array'
          ? ArrayProblem<Extract<V, readonly unknown[]>, S>
          : Type extends 'object'
            ? [Exclude<V, Simple | readonly unknown[]>] extends [never]
              ? NotOfType<Type>
              : ObjectProblem<Exclude<V, Simple | readonly unknown[]>, S>
            : never;

type NotOfType<Type extends string> =
  `has a schema of type ${Type}, which its type is not: make them the same`;

type Simple = string | number | boolean | null | undefined;

// By their texts: the compiler takes any number for an enum of numbers.
type Covers<V extends Whole, Whole extends string | number | boolean, Type extends string, S> = [V] extends [
  never,
]
  ? NotOfType<Type>
  : IsBranded<V> extends true
    ? never
    : [`${Whole}`] extends [`${V}`]
      ? never
      : [Templates<V>] extends [never]
        ? `has a schema that allows any ${Type}, and its type only some: state enum in the schema`
        : Has<S, 'pattern' | 'format'> extends true
          ? never
          : `has a schema that allows any ${Type}, and its type only some: state pattern in the schema`;

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
  ? NotOfType<'array'>
  : OneFits<
      V extends readonly unknown[] ? ([ListProblem<V, S>] extends [never] ? true : never) : never,
      V extends readonly unknown[] ? ListProblem<V, S> : never
    >;

type ListProblem<V extends readonly unknown[], S> = number extends V['length']
  ? First<ItemsProblem<V[number], S>, LengthProblem<V, OptionOf<S, 'minItems'>>>
  : TupleProblem<V, S>;

type ItemsProblem<E, S> =
  TakesAll<E> extends true
    ? never
    : Has<S, 'items'> extends true
      ? First<
          Inside<SchemaProblem<E, OptionOf<S, 'items'>>, 'items'>,
          S extends { readonly prefixItems: readonly (infer Member)[] }
            ? Inside<Each<E, Member>, 'prefixItems'>
            : never
        >
      : 'has a schema of type array without items, which allows any: state items in the schema';

type LengthProblem<V, Least> = [] extends V
  ? never
  : [Least] extends [undefined | 0]
    ? 'has at least one item by its type: state minItems in the schema'
    : never;

type TupleProblem<V extends readonly unknown[], S> = [
  OptionOf<S, 'minItems'>,
  OptionOf<S, 'maxItems'>,
] extends [V['length'], V['length']]
  ? S extends { readonly prefixItems: infer Members extends readonly unknown[] }
    ? [OptionOf<S, 'maxItems'>] extends [Members['length']]
      ? Inside<PositionProblem<V, Members>, 'prefixItems'>
      : 'has a schema with another number of prefixItems than maxItems: make them the same'
    : Has<S, 'items'> extends true
      ? Inside<PositionProblem<V, { [K in keyof V]: OptionOf<S, 'items'> }>, 'items'>
      : 'has a schema of type array without items, which allows any: state items in the schema'
  : 'is a tuple: state its length in the schema, as minItems and maxItems';

type PositionProblem<V extends readonly unknown[], Members> = {
  [K in keyof V]-?: K extends keyof Members ? SchemaProblem<Exclude<V[K], undefined>, Members[K]> : never;
}[number];

// A union of types is met by meeting one of them.
type ObjectProblem<V, S> = OneFits<
  V extends unknown ? ([MembersProblem<V, S>] extends [never] ? true : never) : never,
  V extends unknown ? MembersProblem<V, S> : never
>;

type MembersProblem<V, S> =
  V extends Iterable<unknown>
    ? 'is an iterable, which JSON cannot carry: write an array'
    : First<KnownProblem<V, S>, First<MissingProblem<V, S>, FreeProblem<V, S>>>;

type FreeKey<V> = keyof {
  [K in keyof V as K extends string | number ? (Nothing extends Record<K, 1> ? K : never) : never]: 1;
};

type KnownProblem<V, S> = {
  [K in KnownKey<V> & keyof V & string]: K extends keyof OptionOf<S, 'properties'>
    ? Inside<SchemaProblem<Exclude<V[K], undefined>, OptionOf<S, 'properties'>[K]>, K>
    : Other<S> extends false
      ? never
      : Other<S> extends 'anything'
        ? TakesAll<V[K]> extends true
          ? never
          : `has a schema that does not say ${K}: state it in properties`
        : Inside<SchemaProblem<Exclude<V[K], undefined>, Other<S>>, K>;
}[KnownKey<V> & keyof V & string];

// The schema of properties that are not named: false for none.
type Other<S> =
  Has<S, 'patternProperties'> extends true
    ? false
    : Has<S, 'additionalProperties'> extends true
      ? [OptionOf<S, 'additionalProperties'>] extends [true]
        ? 'anything'
        : OptionOf<S, 'additionalProperties'>
      : 'anything';

// What the type has without `?`, and the schema doesn't require.
type MissingProblem<V, S> = [Exclude<Always<V>, RequiredIn<S>>] extends [never]
  ? never
  : `has a schema that does not require ${Exclude<Always<V>, RequiredIn<S>>}, and its type does: state required in the schema`;

type Always<V> = {
  [K in KnownKey<V> & keyof V & string]-?: Nothing extends Pick<V, K> ? never : K;
}[KnownKey<V> & keyof V & string];

type RequiredIn<S> = S extends { readonly required: readonly (infer Name)[] } ? Name : never;

// The properties of a Record, named and unnamed ones.
type FreeProblem<V, S> = [FreeKey<V>] extends [never]
  ? never
  : V extends Readonly<Record<FreeKey<V>, infer E>>
    ? TakesAll<E> extends true
      ? never
      : First<
          {
            [K in Exclude<keyof OptionOf<S, 'properties'>, KnownKey<V>> & string]: Inside<
              SchemaProblem<Exclude<E, undefined>, OptionOf<S, 'properties'>[K]>,
              K
            >;
          }[Exclude<keyof OptionOf<S, 'properties'>, KnownKey<V>> & string],
          Other<S> extends false
            ? never
            : Other<S> extends 'anything'
              ? 'has a schema that allows properties of any kind: state additionalProperties in the schema'
              : Inside<SchemaProblem<Exclude<E, undefined>, Other<S>>, 'additionalProperties'>
        >
    : never;
