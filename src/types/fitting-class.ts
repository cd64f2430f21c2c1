import type { AnyClass } from '../metadata';
import type { ToolContext } from '../tool-context';
import type { Result } from '../result';
import type { ToolResult } from '../tool-result';
import type { Injected, Returned } from './run-types';
import type { First } from './value-types';

/** What a tool class must look like. */
type FittingTool<A, R, I> = (new (...parameters: Injected<I>) => object) &
  AnyClass<{ run: (args: A, context: ToolContext) => Returned<R> }>;

/** What is wrong with a tool class, with the cure; never if it takes its args class and returns what it states. */
export type ToolProblem<C, A, R, I, Stated extends string> = [C] extends [FittingTool<A, R, I>]
  ? never
  : [C] extends [new (...parameters: Injected<I>) => infer Made]
    ? RunProblem<Made, A, R, Stated>
    : 'has a constructor that takes something else than inject states: state one token for each parameter, in order';

type RunProblem<Made, A, R, Stated extends string> = Made extends {
  run: (args: infer P, context: infer Context, ...more: infer More) => infer V;
}
  ? First<ParameterProblem<'run', P, A, Context, More>, ReturnProblem<ValueIn<Awaited<V>>, R, Stated>>
  : 'has no method run: add run(args, context)';

/** What is wrong with a prompt class. */
export type PromptProblem<C, A> = [C] extends [
  AnyClass<{ render: (args: A, context: ToolContext) => unknown }>,
]
  ? CompleteProblem<C, A>
  : C extends AnyClass<{
        render: (args: infer P, context: infer Context, ...more: infer More) => unknown;
      }>
    ? ParameterProblem<'render', P, A, Context, More>
    : 'has no method render: add render(args, context)';

// It is asked for every field; what it names besides is never asked for.
type CompleteProblem<C, A> = [C] extends [
  AnyClass<{ complete: (argument: infer P, ...more: never) => unknown }>,
]
  ? [keyof A & string] extends [P]
    ? never
    : string extends keyof A
      ? 'complete takes names, and args is not stated: state args, or write complete(argument: string, …)'
      : `complete must take the name of every field, ${Exclude<keyof A & string, P>} too: write argument: string, or keyof of the class in args`
  : never;

/** What is wrong with a resource class whose template has these variables. */
export type ResourceProblem<C, Variables> = [C] extends [
  AnyClass<{ read: (variables: Variables, context: ToolContext) => unknown }>,
]
  ? never
  : C extends AnyClass<{
        read: (variables: infer P, context: infer Context, ...more: infer More) => unknown;
      }>
    ? [Variables] extends [P]
      ? Surplus<'read', 'variables', Context, More>
      : VariableProblem<P, Variables>
    : 'has no method read: add read(variables, context)';

type VariableProblem<P, Variables> = [RequiredOf<P, Variables>] extends [never]
  ? 'read takes a variable that is no string: every variable of a URI is one'
  : [keyof Variables] extends [never]
    ? `read takes ${RequiredOf<P, Variables>}, and its uri has no variables: put {${RequiredOf<P, Variables>}} into the uri, or drop it`
    : `read takes ${RequiredOf<P, Variables>}, which its uri has not: its variables are ${keyof Variables & string}`;

type ParameterProblem<Method extends string, P, A, Context, More> = [A] extends [P]
  ? Surplus<Method, 'args', Context, More>
  : [P, ToolContext] extends [ToolContext, P]
    ? `${Method} takes the context first: write ${Method}(args, context), arguments come first even if there are none`
    : string extends keyof A
      ? `${Method} takes a class, and args is not stated: state args with the class that ${Method} takes`
      : First<
          [RequiredOf<P, A>] extends [never]
            ? never
            : `${Method} takes ${RequiredOf<P, A>}, which the class in args has not: take that class`,
          [Differing<A, P>] extends [never]
            ? `${Method} takes something else than the class in args: take that class`
            : `${Method} takes ${Differing<A, P>} of another type than the class in args has: take that class`
        >;

// The method is called with two arguments.
type Surplus<Method extends string, Takes extends string, Context, More> = More extends readonly []
  ? [ToolContext] extends [Context]
    ? never
    : `${Method} takes something else than ToolContext after ${Takes}: write context: ToolContext`
  : [] extends More
    ? [ToolContext] extends [Context]
      ? never
      : `${Method} takes something else than ToolContext after ${Takes}: write context: ToolContext`
    : `${Method} takes more than ${Takes} and context: take the rest by the constructor`;

type ReturnProblem<V, R, Stated extends string> = [V] extends [R]
  ? never
  : [V] extends [void]
    ? `run returns nothing: return what ${Stated} says, or a Result of it`
    : [Extract<V, undefined | void>] extends [never]
      ? MisfitProblem<V extends R ? never : V, R, Stated>
      : `run may return nothing: return what ${Stated} says, or a Result.failure`;

// Of the values that don't fit, the names that are missing, else those with another type.
type MisfitProblem<V, R, Stated extends string> = V extends
  readonly unknown[] | string | number | boolean | null
  ? `run returns another kind of value than ${Stated} says: make them the same`
  : First<
      [RequiredOf<R, V>] extends [never]
        ? never
        : `run returns no ${RequiredOf<R, V>}, which ${Stated} requires: add it to the value, or state optional`,
      [Differing<V, R>] extends [never]
        ? `run returns another kind of value than ${Stated} says: make them the same`
        : `run returns ${Differing<V, R>} of another type than ${Stated} says: make them the same`
    >;

// The values among what `run` settles with: those of Results, and what is neither a Result nor content.
type ValueIn<V> = V extends ToolResult ? never : V extends Result<infer Inner> ? Inner : V;

// Names that one type requires and another lacks.
type RequiredOf<P, A> = P extends object
  ? Exclude<
      { [K in keyof P & string]-?: Record<never, never> extends Pick<P, K> ? never : K }[keyof P & string],
      keyof A
    >
  : never;

// Names that both have, with types that don't fit.
type Differing<From, To> = {
  [K in keyof From & keyof To & string]: [From[K]] extends [To[K]] ? never : K;
}[keyof From & keyof To & string];
