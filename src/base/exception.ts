import { isError } from './any-realm';

/** Returns the class name of a thrown value. */
export function exceptionType(exception: unknown): string {
  if (!isError(exception)) return typeof exception;
  // An error whose prototype was taken away has neither.
  const { name, constructor } = exception as Partial<Error>;
  return name || constructor?.name || 'Error';
}

/** Returns the message of a thrown value. */
export function exceptionMessage(exception: unknown): string {
  return textOf(isError(exception) ? exception.message : exception);
}

// An object without a prototype, or with a `toString` that throws, can't be made a string.
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
