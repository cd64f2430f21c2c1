import { acrossCopies } from './base/any-copy';
import { exceptionMessage } from './base/exception';
import { AuthorError } from './errors';

/** Several mistakes in an author's code, reported together; its message has one line for each. */
export class AuthorErrors extends Error {
  constructor(readonly problems: readonly AuthorError[]) {
    super([`${problems.length} problems:`, ...problems.map(({ message }) => `- ${message}`)].join('\n'));
    this.name = 'AuthorErrors';
  }
}

/** Collects mistakes, so that one doesn't hide the others. */
export class AuthorProblems {
  // Made for the first mistake: a registry of a thousand classes asks for thousands of collections that stay empty.
  private found: Map<string, AuthorError> | undefined;

  /** Everything found so far, each only once. */
  get list(): readonly AuthorError[] {
    return [...(this.found?.values() ?? [])];
  }

  /** Adds a mistake; errors that don't name a place get this one. */
  add(error: unknown, place?: string): void {
    if (error instanceof AuthorErrors) for (const problem of error.problems) this.add(problem);
    else if (error instanceof AuthorError) this.keep(error);
    else if (place === undefined) throw error;
    else this.add(thrownIn(place, exceptionMessage(error).replace(/\.$/, '')));
  }

  private keep(error: AuthorError): void {
    const found = (this.found ??= new Map<string, AuthorError>());
    const key = error.sameAs ?? error.message;
    if (!found.has(key)) found.set(key, error);
  }

  /** Returns what a function returns; undefined if it found mistakes, which are kept. */
  attempt<T>(build: () => T, place?: string): T | undefined {
    try {
      return build();
    } catch (error) {
      this.add(error, place);
      return undefined;
    }
  }

  /** Throws what was found: one mistake as it is, several together. */
  throwAny(): void {
    if (!this.found) return;
    const { list } = this;
    if (list.length === 1) throw list[0]!;
    if (list.length) throw new AuthorErrors(list);
  }
}

function thrownIn(place: string, message: string): AuthorError {
  // The functions that a compiler writes for ES5 can't extend a class, such as ToolArguments.
  if (/^Class constructor .* cannot be invoked without 'new'/.test(message))
    return new AuthorError(
      place,
      `was compiled for a JavaScript without classes (${message}).`,
      'Set "target": "ES2022" in tsconfig.json, and build again.',
    );
  return new AuthorError(place, `failed: ${message}.`, 'Fix the error that its code throws here.');
}

acrossCopies({ AuthorErrors });
