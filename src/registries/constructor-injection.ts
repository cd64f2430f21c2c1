import { AuthorError } from '../errors';
import { promptNoteOf, resourceNoteOf, toolNoteOf, type AnyClass, type InjectToken } from '../metadata';

/** What the constructor of a class takes. */
export interface Injection {
  readonly tokens: readonly unknown[];
  /** Whether the author stated them, so that nothing depends on what the compiler recorded. */
  readonly stated: boolean;
}

/** Returns what a constructor takes: as stated by `inject`, else as the compiler recorded; refuses a class that says neither. */
export function injectionOf(cls: AnyClass): Injection {
  const stated = statedTokens(cls);
  if (stated) {
    refuseWrongTokens(cls, stated);
    return { tokens: stated, stated: true };
  }
  const recorded = (Reflect.getMetadata('design:paramtypes', cls) ?? []) as readonly unknown[];
  if (cls.length > recorded.length) {
    throw new AuthorError(
      cls.name,
      'has constructor parameters without recorded types: standard decorators record none, and neither do esbuild and tsx.',
      toolNoteOf(cls)
        ? 'State them: `@Tool({ inject: [Store] })`, or compile with tsc and emitDecoratorMetadata.'
        : 'State them in the class: `static inject = [Store]`, or compile with tsc and emitDecoratorMetadata.',
    );
  }
  return { tokens: recorded, stated: false };
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
