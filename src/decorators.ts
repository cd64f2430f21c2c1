import { AuthorError } from './errors';
import type { ArgDecorator, ExplicitDecorator } from './types/field-types';
import {
  addArgNote,
  setPromptNote,
  setResourceNote,
  setToolNote,
  type AnyClass,
  type ArgNote,
  type ArgOptions,
  type ArgsClass,
  type PromptFacts,
  type ResourceFacts,
  type ToolFacts,
  type ToolNote,
} from './metadata';
import { snakeCase } from './base/names';
import type { Returned, VariablesOf } from './types/run-types';
import type { ToolContext } from './tool-context';

/** A tool class, whose `run` must accept the class given as `args` and return what the one given as `output` says. */
export type ToolClass<A = never, R = unknown> = AnyClass<{
  run: (args: A, context: ToolContext) => Returned<R>;
}>;

/** Marks a class as a tool. It only attaches metadata; nothing is registered. */
export function Tool<A extends object = Record<string, unknown>, R = unknown>(
  facts: ToolFacts & { args?: ArgsClass<A> | undefined; output?: AnyClass<R> },
): <C extends ToolClass<A, R>>(target: C) => void {
  return (target) =>
    setToolNote(target, { ...(facts as ToolNote), name: facts.name ?? snakeCase(target.name) });
}

/** Describes an argument: a description, or options with validation rules; the field's type must agree with them. */
export function Arg<const O extends string | ArgOptions>(options: O): ArgDecorator<O> {
  const stated: ArgOptions = typeof options === 'string' ? { description: options } : options;
  return (prototype: object, key: string, accessor?: object | string) => {
    refuseStandardDecorators(prototype);
    const { owner, misplaced } = memberOf(prototype, accessor);
    const wireName = stated.name ?? snakeCase(key);
    addArgNote(owner, { key, wireName, stated, explicit: undefined, misplaced });
  };
}

// Standard decorators get no prototype for a field; a compiler uses them unless it is configured for TypeScript's own.
function refuseStandardDecorators(prototype: unknown): void {
  if (prototype !== undefined) return;
  throw new AuthorError(
    '@Arg',
    'was compiled as a standard decorator.',
    'Set `experimentalDecorators` and `emitDecoratorMetadata` in tsconfig.json, and compile with tsc.',
  );
}

// The compiler refuses other members than fields; for JavaScript, the note says so when the class is listed.
function memberOf(prototype: object, member: object | string | undefined): Member {
  if (typeof prototype === 'function') return { owner: prototype, misplaced: 'static' };
  const isField = typeof member !== 'object' || !('get' in member || 'set' in member);
  return { owner: prototype.constructor, misplaced: isField ? undefined : 'a getter or setter' };
}

interface Member {
  readonly owner: object;
  readonly misplaced: ArgNote['misplaced'];
}

/** Requires an exact literal as confirmation that the user wants this destructive call. */
export function Explicit<const L extends string>(
  literal: L,
  options: { description?: string; name?: string } = {},
): ExplicitDecorator<L> {
  return (prototype: object, key: string, accessor?: object | string) => {
    const { owner, misplaced } = memberOf(prototype, accessor);
    addArgNote(owner, {
      key,
      wireName: options.name ?? snakeCase(key),
      stated: {
        description:
          options.description ?? `Must be '${literal}'; set it only if the user asked for exactly this`,
        type: 'string',
      },
      explicit: literal,
      misplaced,
    });
  };
}

/** A prompt class, whose `render` must accept the class given as `args`. */
export type PromptClass<A = never> = AnyClass<{ render: (args: A, context: ToolContext) => unknown }>;

/** Marks a class as a prompt; the counterpart of `@Tool`. */
export function Prompt<A extends object>(
  facts: PromptFacts & { args: ArgsClass<A> },
): <C extends PromptClass<A>>(target: C) => void;
export function Prompt(
  facts: PromptFacts & { args?: undefined },
): <C extends PromptClass<Record<string, unknown>>>(target: C) => void;
export function Prompt(facts: PromptFacts & { args?: ArgsClass | undefined }): (target: AnyClass) => void {
  return (target) => setPromptNote(target, { ...facts, name: facts.name ?? snakeCase(target.name) });
}

/** A resource class, whose `read` takes the variables of its URI template. */
export type ResourceClass<V = Record<string, string>> = AnyClass<{
  read: (variables: V, context: ToolContext) => unknown;
}>;

/** Marks a class as a resource with a fixed or templated URI. */
export function Resource<const U extends string>(
  facts: ResourceFacts & { uri: U },
): <C extends ResourceClass<VariablesOf<U>>>(target: C) => void {
  return (target) => setResourceNote(target, { ...facts, name: facts.name ?? snakeCase(target.name) });
}
