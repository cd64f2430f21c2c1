import type { CallOutcome } from '../outcome';
import { Result } from '../result';
import { isOutcome } from './to-outcome';

/** Returns the outcome of a middleware; one that put a failure into the outcome of `next()` has made the call fail. */
export function outcomeOfLayer(returned: unknown): CallOutcome {
  if (!isOutcome(returned)) throw new TypeError('a middleware returned no outcome: it must `return next()`');
  const { result } = returned;
  // An error stays one where its blocks were replaced.
  const isError = result instanceof Result ? result.isFailure() : returned.isError || result.isError;
  return isError === returned.isError ? returned : { ...returned, isError };
}
