import { isError } from '../base/any-realm';
import { RequestRefusedError } from './request-refused-error';

const OURS = new WeakSet<Error>();

/** Marks an error that says something about the test that asked, so that it shows that test's line and not one of ours. */
export function aboutTest<E extends Error>(error: E): E {
  OURS.add(error);
  return error;
}

/** Does what a test asked a public function for; what is said about the test itself begins its stack with the line that asked. */
export function fromTest<T>(asked: (...args: never[]) => unknown, work: () => Promise<T>): Promise<T> {
  const at = placeOf(asked);
  return work().catch((error: unknown) => {
    throw placed(error, at);
  });
}

/** The same for what is done at once. */
export function fromTestNow<T>(asked: (...args: never[]) => unknown, work: () => T): T {
  const at = placeOf(asked);
  try {
    return work();
  } catch (error) {
    throw placed(error, at);
  }
}

interface Place {
  readonly stack?: string;
}

// Its text is only made if it is needed.
function placeOf(asked: (...args: never[]) => unknown): Place {
  const at: Place = {};
  Error.captureStackTrace(at, asked);
  return at;
}

function placed(error: unknown, { stack = '' }: Place): unknown {
  if (!isError(error) || !(error instanceof RequestRefusedError || OURS.has(error))) return error;
  const frames = stack.slice(stack.indexOf('\n'));
  error.stack = `${error.name}: ${error.message}${frames}`;
  return error;
}
