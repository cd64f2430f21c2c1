import { authorFrames } from '../base/author-frames';
import { isError } from '../base/any-realm';
import { CURE_OF_THROWN, thrownPlace, thrownSentence } from '../base/thrown-by-author';
import { AuthorError } from '../errors';
import type { AnyClass } from '../metadata';

// What typedi throws for what nobody bound.
const UNBOUND = ['ServiceNotFoundError', 'CannotInjectValueError', 'CannotInstantiateValueError'];

/** Words why a class can't be made for its author: something that nobody bound, or a constructor that threw, its own or that of what it takes. */
export function wordUnmade(cls: AnyClass, error: unknown): AuthorError {
  const reason = thrownSentence(error);
  if (isError(error) && UNBOUND.includes(error.name))
    return new AuthorError(
      cls.name,
      `cannot be made: ${reason}`,
      'Bind what its constructor needs, in `services` of the app or in the container.',
    );
  const threw = constructorIn(error);
  const place = thrownPlace(error);
  const needed = threw === cls.name ? '' : `, which ${cls.name} needs,`;
  const where = place === undefined ? '' : ` (${place})`;
  const worded =
    threw === undefined
      ? new AuthorError(
          cls.name,
          `cannot be made: what it is made of threw${where}: ${reason}`,
          CURE_OF_THROWN,
          place && `${place} ${reason}`,
        )
      : new AuthorError(
          place ?? threw,
          `the constructor of ${threw}${needed} threw: ${reason}`,
          CURE_OF_THROWN,
          `${place} ${threw} ${reason}`,
        );
  return Object.assign(worded, { cause: error });
}

// The innermost class of the author's that was being made.
function constructorIn(error: unknown): string | undefined {
  for (const frame of authorFrames(error)) {
    const [, name] = /^at new ([^\s<(]+) \(/.exec(frame) ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}
