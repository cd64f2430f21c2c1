import { whyUnrecorded } from '../base/who-records-types';
import { AuthorError, CompilerSettingsError } from '../errors';
import { promptNoteOf, resourceNoteOf, toolNoteOf, type AnyClass, type InjectToken } from '../metadata';
import { exampleTokens, parameterNamesOf } from './parameter-names';

/** What the constructor of a class takes. */
export interface Injection {
  readonly tokens: readonly unknown[];
  /** Whether the author stated them, so that nothing depends on what the compiler recorded. */
  readonly stated: boolean;
}

/**
 * Returns what a constructor takes: as stated by `inject`, else as the compiler recorded; refuses a class that says neither.
 * `decorated` says that the class is known to carry a decorator of somebody else.
 */
export function injectionOf(cls: AnyClass, decorated = false): Injection {
  const stated = statedTokens(cls);
  if (stated) {
    refuseWrongTokens(cls, stated);
    return { tokens: stated, stated: true };
  }
  const recorded = (Reflect.getMetadata('design:paramtypes', cls) ?? []) as readonly unknown[];
  if (cls.length > recorded.length) throw unrecorded(cls, decorated);
  return { tokens: recorded, stated: false };
}

/** Whether the compiler recorded what the constructor of a class takes. */
export function recordsTypes(cls: AnyClass): boolean {
  return Reflect.getMetadata('design:paramtypes', cls) !== undefined;
}

function unrecorded(cls: AnyClass, decorated: boolean): AuthorError {
  const names = parameterNamesOf(cls);
  const why = whyUnrecorded(cls);
  const example = exampleTokens(names);
  const ours = decoratorOf(cls);
  const what = `has constructor parameters without recorded types${names.length ? ` (${names.join(', ')})` : ''}`;
  const values = `container.set(${cls.name}, new ${cls.name}(…))`;
  const cause =
    ours || decorated
      ? `${why.cause}.`
      : 'the class carries no decorator, and a compiler records types only for a class that does.';
  if (ours)
    return new CompilerSettingsError(
      cls.name,
      `${what}: ${cause}`,
      `State the class of each, in order: \`@${ours}({ inject: ${example} })\`; or ${why.cure}.`,
    );
  return new AuthorError(
    cls.name,
    `${what}: ${cause}`,
    `State the class of each in it, in order: \`static inject = ${example}\`. If it takes a value, such as a string, make it in \`services\` of the app: \`${values}\`.`,
  );
}

function decoratorOf(cls: AnyClass): string | undefined {
  if (toolNoteOf(cls)) return 'Tool';
  if (promptNoteOf(cls)) return 'Prompt';
  return resourceNoteOf(cls) && 'Resource';
}

// A subclass with a constructor of its own states its own.
function statedTokens(cls: AnyClass): readonly InjectToken[] | undefined {
  const noted = (toolNoteOf(cls) ?? promptNoteOf(cls) ?? resourceNoteOf(cls))?.inject;
  if (noted) return noted;
  const { inject } = cls as { inject?: unknown };
  return Array.isArray(inject) ? (inject as readonly InjectToken[]) : undefined;
}

function refuseWrongTokens(cls: AnyClass, tokens: readonly InjectToken[]): void {
  if (tokens.length < cls.length) {
    throw new AuthorError(
      cls.name,
      `has ${cls.length} constructor parameters and states ${tokens.length} in inject.`,
      'State one for each, in order.',
    );
  }
  const missing = tokens.findIndex((token) => (token as unknown) === undefined);
  if (missing < 0) return;
  throw new AuthorError(
    cls.name,
    `states undefined in inject[${missing}].`,
    'Two modules import each other: break the circle, or state a name and set it in the container.',
  );
}
