import type { ArgOptions, ValueRules } from '../metadata';
import type { IsAny, Unsendable } from './sendable-types';
import type { SchemaProblem } from './schema-types';
import type { UnknownOption } from './unknown-option';
import type { Filled, First, Generated, Has, Nothing, OptionOf, ValueProblem } from './value-types';

/**
 * A property decorator that takes only fields whose type agrees with the options; else the error says the cure. It is
 * called with a prototype and a key, or as a standard decorator with undefined and a context.
 */
export type ArgDecorator<O> = <T, M extends string | object>(
  target: T,
  member: [ArgProblem<T, M, O>] extends [never] ? M : `${NameOf<M>} ${ArgProblem<T, M, O>}`,
  accessor?: OnlyFields,
) => void;

/** The decorator of a field that holds exactly this literal. */
export type ExplicitDecorator<L extends string> = <T, M extends string | object>(
  target: T,
  member: [ExplicitProblem<T, M, L>] extends [never] ? M : `${NameOf<M>} ${ExplicitProblem<T, M, L>}`,
  accessor?: OnlyFields,
) => void;

type OnlyFields = 'A getter, setter or method holds no argument: put the decorator on a field';

type NotAField =
  'is a getter, setter, method or accessor, which holds no argument: put the decorator on a field';

type NameOf<M> = M extends string ? M : M extends { readonly name: infer N extends string } ? N : 'It';

// The class and the name of a field, from the context of a standard decorator.
type InContext<M> = M extends {
  readonly kind: 'field';
  readonly name: infer K extends string;
  readonly access: { get(object: infer This): unknown };
}
  ? { of: This; key: K }
  : never;

// A key that is only known at run time can't be judged.
type ArgProblem<T, M, O> = M extends string
  ? KeyProblem<T, M, O>
  : [InContext<M>] extends [never]
    ? NotAField
    : KeyProblem<InContext<M>['of'], InContext<M>['key'], O>;

type KeyProblem<T, K extends string, O> = string extends K
  ? never
  : First<
      PlaceProblem<T, K>,
      O extends string ? FieldProblem<T, K, Nothing> : ArgOptions extends O ? never : StatedProblem<T, K, O>
    >;

type PlaceProblem<T, K extends string> = T extends abstract new (...parameters: never) => unknown
  ? 'is static: an argument is a field of each instance'
  : K extends keyof T
    ? never
    : 'is private or protected: an argument is public';

type StatedProblem<T, K extends string, O> = [Exclude<keyof O, keyof ArgOptions>] extends [never]
  ? FieldProblem<T, K, O>
  : UnknownOption<Exclude<keyof O, keyof ArgOptions> & string>;

type FieldProblem<T, K extends string, O> = K extends keyof T
  ? First<
      OptionalProblem<Nothing extends Pick<T, K> ? true : false, T[K], OptionOf<O, 'optional'>>,
      First<
        Unsendable<Exclude<T[K], undefined | null>>,
        First<
          NullProblem<T[K], O>,
          Has<O, 'schema'> extends true
            ? First<
                Nothing extends Pick<O, keyof O & 'schema'> ? never : BesideSchema<O>,
                SchemaProblem<Exclude<T[K], undefined>, OptionOf<O, 'schema'>>
              >
            : ContentProblem<T[K], O>
        >
      >
    >
  : never;

// A schema is complete: what stands beside it would be ignored.
type BesideSchema<O> = {
  [Rule in Extract<keyof O, 'type' | keyof ValueRules>]: Nothing extends Pick<O, Rule>
    ? never
    : `has schema and ${Rule}, which would be ignored: put it into the schema`;
}[Extract<keyof O, 'type' | keyof ValueRules>];

type ContentProblem<V, O> =
  IsAny<V> extends true
    ? never
    : unknown extends V
      ? ValueProblem<unknown, O>
      : ValueProblem<Exclude<V, undefined | null>, O>;

type OptionalProblem<MayMiss, V, Stated> = MayMiss extends true
  ? Stated extends true
    ? never
    : Stated extends false
      ? 'has ? and optional: false: drop one of them'
      : boolean extends Stated
        ? never
        : Generated extends true
          ? never
          : 'has ?: state optional: true, or write ! in place of ?'
  : unknown extends V
    ? never
    : undefined extends V
      ? Stated extends true
        ? never
        : 'may be undefined: write ? after its name and state optional: true'
      : [Stated] extends [true]
        ? 'is optional: true and has no ?: write ? after its name; a field with a default needs no optional'
        : never;

type NullProblem<V, O> = unknown extends V
  ? never
  : null extends V
    ? OptionOf<O, 'nullable'> extends true
      ? never
      : Has<O, 'schema'> extends true
        ? never
        : OptionOf<O, 'nullable'> extends false
          ? 'may be null and has nullable: false: drop one of them'
          : Filled<'may be null: state nullable: true', O>
    : [OptionOf<O, 'nullable'>] extends [true]
      ? 'is nullable: true and never null by its type: add | null, or drop nullable'
      : never;

type ExplicitProblem<T, M, L extends string> = M extends string
  ? ExplicitKeyProblem<T, M, L>
  : [InContext<M>] extends [never]
    ? NotAField
    : ExplicitKeyProblem<InContext<M>['of'], InContext<M>['key'], L>;

type ExplicitKeyProblem<T, K extends string, L extends string> = string extends K
  ? never
  : First<
      PlaceProblem<T, K>,
      K extends keyof T ? LiteralProblem<Nothing extends Pick<T, K> ? true : false, T[K], L> : never
    >;

type LiteralProblem<MayMiss, V, L extends string> =
  IsAny<V> extends true
    ? never
    : MayMiss extends true
      ? 'has ?, and an explicit argument is always required: write !'
      : string extends L
        ? never
        : [V] extends [string]
          ? string extends V
            ? never
            : [V] extends [L]
              ? never
              : `must be of type '${L}', as @Explicit says`
          : `must be of type '${L}', as @Explicit says`;
