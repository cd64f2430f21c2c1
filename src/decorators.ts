import { decoratedMember, type MemberContext } from './decorated-member';
import type { ArgDecorator, ExplicitDecorator } from './types/field-types';
import {
  addArgNote,
  setPromptNote,
  setResourceNote,
  setToolNote,
  type AnyClass,
  type ArgOptions,
  type ArgsClass,
  type InjectToken,
  type PromptFacts,
  type ResourceFacts,
  type Returns,
  type ToolFacts,
  type ToolNote,
} from './metadata';
import { snakeCase } from './base/names';
import type { PromptProblem, ResourceProblem, ToolProblem } from './types/fitting-class';
import type { Returned, ReturnsOf, VariablesOf } from './types/run-types';
import type { ToolContext } from './tool-context';

/** A tool class, whose `run` must accept the class given as `args` and return what the one given as `output` says. */
export type ToolClass<A = never, R = unknown> = AnyClass<{
  run: (args: A, context: ToolContext) => Returned<R>;
}>;

/** What a standard decorator is told about its class, as far as it is used here. */
export interface ClassContext {
  readonly name?: string | undefined;
}

function defaultName(target: AnyClass, context: ClassContext | undefined): string {
  return snakeCase(context?.name ?? target.name);
}

// A text would be spread into its characters, and read as options.
function written<F extends object>(facts: F): F {
  return (typeof facts === 'object' ? facts : {}) as F;
}

/** A class decorator that takes only classes that fit what it was given; else the error says the cure. */
type ToolDecorator<A, R, I, Stated extends string> = <C extends AnyClass>(
  target: [ToolProblem<C, A, R, I, Stated>] extends [never] ? C : ToolProblem<C, A, R, I, Stated>,
  context?: ClassContext,
) => void;

/** Marks a class as a tool. It only attaches metadata; nothing is registered. */
export function Tool<
  A extends object = Record<string, unknown>,
  R = unknown,
  const I extends readonly InjectToken[] | undefined = undefined,
  const V extends Returns = Returns,
>(
  facts: ToolFacts & {
    args?: ArgsClass<A> | undefined;
    output?: AnyClass<R>;
    inject?: I;
    returns?: V;
  },
): ToolDecorator<A, R & ReturnsOf<V>, I, Returns extends V ? 'output' : 'returns'> {
  const note = (target: AnyClass, context?: ClassContext): void =>
    setToolNote(target, {
      ...(written(facts) as ToolNote),
      name: facts?.name ?? defaultName(target, context),
    });
  return note as ToolDecorator<A, R & ReturnsOf<V>, I, Returns extends V ? 'output' : 'returns'>;
}

// Where no compiler refuses `@Arg()`, the class is refused when it is listed, with its name and the cure.
const NOTHING: ArgOptions = { description: '' };

/** Describes an argument: a description, or options with validation rules; the field's type must agree with them. */
export function Arg<const O extends string | ArgOptions>(options: O): ArgDecorator<O> {
  const stated: ArgOptions = typeof options === 'string' ? { description: options } : (options ?? NOTHING);
  const note = (
    target: object | undefined,
    member: string | MemberContext,
    accessor?: object | string,
  ): void => {
    const { owner, key, misplaced } = decoratedMember('@Arg', target, member, accessor);
    const wireName = stated.name ?? snakeCase(key);
    addArgNote(owner, { key, wireName, stated, explicit: undefined, misplaced });
  };
  return note as ArgDecorator<O>;
}

/** Requires an exact literal as confirmation that the user wants this destructive call. */
export function Explicit<const L extends string>(
  literal: L,
  options: { description?: string; name?: string } = {},
): ExplicitDecorator<L> {
  const note = (
    target: object | undefined,
    member: string | MemberContext,
    accessor?: object | string,
  ): void => {
    const { owner, key, misplaced } = decoratedMember('@Explicit', target, member, accessor);
    addArgNote(owner, {
      key,
      wireName: options?.name ?? snakeCase(key),
      stated: statedBeside(options, `Must be '${literal}'; set it only if the user asked for exactly this`),
      // Without a literal it must not count as an argument that asks for no consent.
      explicit: literal ?? '',
      misplaced,
    });
  };
  return note as ExplicitDecorator<L>;
}

// What is no object at all is refused with the other wrong options, when the class is listed.
function statedBeside(options: unknown, description: string): ArgOptions {
  if (typeof options !== 'object') return options as ArgOptions;
  return { ...options, description: (options as Partial<ArgOptions> | null)?.description ?? description };
}

/** A prompt class, whose `render` must accept the class given as `args`. */
export type PromptClass<A = never> = AnyClass<{ render: (args: A, context: ToolContext) => unknown }>;

type PromptDecorator<A> = <C extends AnyClass>(
  target: [PromptProblem<C, A>] extends [never] ? C : PromptProblem<C, A>,
  context?: ClassContext,
) => void;

/** Marks a class as a prompt; the counterpart of `@Tool`. */
export function Prompt<A extends object = Record<string, unknown>>(
  facts: PromptFacts & { args?: ArgsClass<A> | undefined },
): PromptDecorator<A> {
  const note = (target: AnyClass, context?: ClassContext): void =>
    setPromptNote(target, { ...written(facts), name: facts?.name ?? defaultName(target, context) });
  return note as unknown as PromptDecorator<A>;
}

/** A resource class, whose `read` takes the variables of its URI template. */
export type ResourceClass<V = never> = AnyClass<{
  read: (variables: V, context: ToolContext) => unknown;
}>;

type ResourceDecorator<V> = <C extends AnyClass>(
  target: [ResourceProblem<C, V>] extends [never] ? C : ResourceProblem<C, V>,
  context?: ClassContext,
) => void;

/** Marks a class as a resource with a fixed or templated URI. */
export function Resource<const U extends string>(
  facts: ResourceFacts & { uri: U },
): ResourceDecorator<VariablesOf<U>> {
  const note = (target: AnyClass, context?: ClassContext): void =>
    setResourceNote(target, { ...written(facts), name: facts?.name ?? defaultName(target, context) });
  return note as ResourceDecorator<VariablesOf<U>>;
}
