import type { ItemOptions } from '../metadata';
import type { IsAny } from './sendable-types';
import type { ToolwrightTypes } from './toolwright-types';

/** True in a project that generates facts from its types at build time. */
export type Generated = ToolwrightTypes extends { generated: true } ? true : false;

/** What a value's type and its rules say against each other, with the cure; never if they agree. */
export type ValueProblem<B, O> =
  IsAny<B> extends true
    ? never
    : unknown extends B
      ? Has<O, 'type' | 'enum' | 'items' | 'values'> extends true
        ? never
        : 'is unknown: state schema, such as schema: {} for any value'
      : [B] extends [never]
        ? 'can have no value'
        : First<RuleProblem<KindOf<B>, O>, TypedProblem<B, O>>;

/** An object without properties: what may be left out is all that it extends. */
export type Nothing = Record<never, never>;

/** The first of several problems, so that one is reported at a time. */
export type First<P, Q> = [P] extends [never] ? Q : P;

/** Whether one of these options is stated. */
export type Has<O, Names extends string> = [Extract<keyof O, Names>] extends [never] ? false : true;

/** The value of an option; undefined if it is not stated. */
export type OptionOf<O, Name extends string> = O extends { readonly [N in Name]: infer V } ? V : undefined;

type KindOf<B> = B extends string
  ? 'string'
  : B extends number
    ? 'number'
    : B extends boolean
      ? 'boolean'
      : B extends readonly unknown[]
        ? 'array'
        : 'object';

interface RulesOf {
  string: 'minLength' | 'maxLength' | 'pattern' | 'format';
  number: 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf';
  array: 'minItems' | 'maxItems' | 'uniqueItems' | 'items';
  object: 'values';
}

// Rules that are about another kind of value than the type has.
type RuleProblem<Kind extends string, O> = {
  [About in keyof RulesOf]: About extends Kind
    ? never
    : `has ${Extract<keyof O, RulesOf[About]>}, which is about ${About}s, and its type is ${Kind}: drop the rule or change the type`;
}[keyof RulesOf];

type TypedProblem<B, O> =
  Has<O, 'enum'> extends true
    ? EnumProblem<B, EnumValues<OptionOf<O, 'enum'>>>
    : IsUnion<KindOf<B>> extends true
      ? Literals<B> extends B
        ? [Literals<B>] extends [never]
          ? MixedProblem<O>
          : [Exclude<B, Literals<B>>] extends [never]
            ? NeedsEnum<O>
            : MixedProblem<O>
        : MixedProblem<O>
      : KindProblem<KindOf<B>, B, O>;

type MixedProblem<O> = Filled<
  'is a union of several kinds of values, which no option can say: state schema with anyOf',
  O
>;

type KindProblem<Kind, B, O> = Kind extends 'array'
  ? First<StatedTypeProblem<Kind, B, O>, ArrayProblem<B, O>>
  : Kind extends 'object'
    ? First<StatedTypeProblem<Kind, B, O>, ObjectProblem<B, O>>
    : First<StatedTypeProblem<Kind, B, O>, PrimitiveProblem<B, O>>;

// A stated type of another kind, or a class whose instances don't fit.
type StatedTypeProblem<Kind, B, O> =
  OptionOf<O, 'type'> extends infer Type
    ? [Type] extends [undefined]
      ? never
      : [Type] extends [() => abstract new (...parameters: never) => infer Instance]
        ? [Instance] extends [B]
          ? never
          : 'names a class in type that does not fit its type: name the class of the field'
        : Type extends 'integer'
          ? Kind extends 'number'
            ? never
            : `has type integer, and its type is ${Kind & string}: make them the same`
          : [Type] extends [Kind]
            ? never
            : string extends Type
              ? never
              : `has type ${Type & string}, and its type is ${Kind & string}: make them the same`
    : never;

type PrimitiveProblem<B, O> = [Literals<B>] extends [never]
  ? [Templates<B>] extends [never]
    ? never
    : Has<O, 'pattern' | 'format'> extends true
      ? never
      : Filled<'is a template literal, which nothing reads: state its pattern', O>
  : boolean extends B
    ? never
    : NeedsEnum<O>;

type NeedsEnum<O> = Filled<
  'allows only certain values: state enum with the same values, or with the enum itself',
  O
>;

// The literals of a union; neither `string` itself, nor templates, nor branded strings.
type Literals<B> = B extends string
  ? Nothing extends Record<B, 1>
    ? never
    : B
  : B extends number
    ? Nothing extends Record<B, 1>
      ? never
      : B
    : B extends boolean
      ? B
      : never;

/** Template literals: neither `string`, nor a literal, nor a string with a brand. */
export type Templates<B> = B extends string
  ? string extends B
    ? never
    : Nothing extends Record<B, 1>
      ? [Exclude<keyof B, keyof string>] extends [never]
        ? B
        : never
      : never
  : never;

type EnumValues<E> = E extends readonly (infer V)[] ? V : E extends object ? E[keyof E & string] : never;

type EnumProblem<B, V> = [B] extends [string | number | boolean]
  ? [Text<V>] extends [Text<B>]
    ? [Literals<V>] extends [never]
      ? [Literals<B>] extends [never]
        ? never
        : 'has an enum whose values the compiler does not know: declare the list as const'
      : [Literals<B>] extends [never]
        ? never
        : [Exclude<Text<B>, Text<V>>] extends [never]
          ? never
          : `allows ${Exclude<Text<B>, Text<V>>} in its type and not in enum: make them the same`
    : IsWide<V> extends true
      ? 'has an enum whose values the compiler does not know: declare the list as const'
      : `allows ${Exclude<Text<V>, Text<B>>} in enum and not in its type: make them the same`
  : `has enum, and its type is ${KindOf<B>}: put enum into items, or drop it`;

// An enum's member and the literal it stands for have the same text; the kind keeps 1 and '1' apart.
type Text<V> = V extends string ? `'${V}'` : V extends number | boolean ? `${V}` : never;

type IsWide<V> = string extends V ? true : number extends V ? true : false;

type ArrayProblem<B, O> = B extends readonly unknown[]
  ? number extends B['length']
    ? Has<O, 'items'> extends true
      ? First<
          ItemProblem<B[number], ItemRules<OptionOf<O, 'items'>>, 'items'>,
          LengthProblem<B, OptionOf<O, 'minItems'>>
        >
      : Filled<"is an array: state items, such as items: 'string' or items: () => Point", O>
    : 'is a tuple, which items cannot say: state schema, or write a class'
  : never;

// A list that is never empty by its type, `[T, ...T[]]`.
type LengthProblem<B, Least> = [] extends B
  ? never
  : [Least] extends [undefined | 0]
    ? 'has at least one item by its type: state minItems, or write an array'
    : never;

type ObjectProblem<B, O> =
  Has<O, 'values'> extends true
    ? string extends keyof B
      ? [KnownKey<B>] extends [never]
        ? ItemProblem<B[keyof B], ItemRules<OptionOf<O, 'values'>>, 'values'>
        : `has values, and its type also has the field ${KnownKey<B> & string}: state schema, or write a Record`
      : 'has values, and its type has fixed fields: write Record<string, …>, or name its class in type'
    : OptionOf<O, 'type'> extends (...parameters: never) => unknown
      ? never
      : string extends keyof B
        ? unknown extends B[keyof B]
          ? FieldsUnsaid<B, O>
          : Filled<"is a Record: state values, such as values: 'number'", O>
        : FieldsUnsaid<B, O>;

type FieldsUnsaid<B, O> =
  OptionOf<O, 'type'> extends 'object'
    ? [KnownKey<B>] extends [never]
      ? never
      : 'has fields that type object does not say: name its class, type: () => Point, or state schema'
    : never;

/** The keys that a type names, of each member of a union; neither `string` nor a pattern of keys. */
export type KnownKey<V> = V extends unknown
  ? keyof {
      [K in keyof V as K extends string ? (Nothing extends Record<K, 1> ? never : K) : never]: 1;
    }
  : never;

type ItemRules<I> = I extends string | ((...parameters: never) => unknown) ? { readonly type: I } : I;

// Without strictNullChecks every type takes null, and nothing is said of it.
type MayBeNull<E> = null extends string ? false : null extends E ? true : false;

type ItemProblem<E, O, Where extends string> =
  IsAny<E> extends true
    ? never
    : [Exclude<keyof O, keyof ItemOptions>] extends [never]
      ? MayBeNull<E> extends true
        ? unknown extends E
          ? never
          : `has ${Where} that may be null, which ${Where} cannot say: state schema`
        : ValueProblem<E, O> extends infer Problem
          ? [Problem] extends [never]
            ? never
            : `has wrong ${Where}: each ${Problem & string}`
          : never
      : `has ${Where} with the unknown option ${Exclude<keyof O, keyof ItemOptions> & string}`;

/** A problem that generated facts solve: they are only asked where no option says what the value is. */
export type Filled<Problem, O> = Generated extends true
  ? Has<O, 'type' | 'enum' | 'items' | 'values'> extends true
    ? Problem
    : never
  : Problem;

type IsUnion<U, Each = U> = [U] extends [never]
  ? false
  : U extends U
    ? [Each] extends [U]
      ? false
      : true
    : false;
