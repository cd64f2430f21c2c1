import { isError } from './any-realm';

/** Returns the class name of a thrown value. */
export function exceptionType(exception: unknown): string {
  if (!isError(exception)) return typeof exception;
  // An error whose prototype was taken away has neither.
  const { name, constructor } = exception as Partial<Error>;
  return name || constructor?.name || 'Error';
}

// A thrown object may hold a whole page.
const LONGEST_JSON = 500;

/** Returns the message of a thrown value; of one that is no error and has none, its JSON. */
export function exceptionMessage(exception: unknown): string {
  if (isError(exception)) return textOf(exception.message);
  return (isObjectLike(exception) ? textOfObject(exception) : undefined) ?? textOf(exception);
}

function isObjectLike(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

// Undefined if reading it throws, or JSON can't hold it.
function textOfObject(thrown: object): string | undefined {
  try {
    const { message } = thrown as { message?: unknown };
    if (typeof message === 'string' && message !== '') return message;
    const json = JSON.stringify(thrown) as string | undefined;
    // An object that shows nothing says less than its kind.
    if (json === '{}') return undefined;
    return json && json.length > LONGEST_JSON ? `${json.slice(0, LONGEST_JSON - 1)}…` : json;
  } catch {
    return undefined;
  }
}

// An object without a prototype, or with a `toString` that throws, can't be made a string.
function textOf(value: unknown): string {
  try {
    return String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
