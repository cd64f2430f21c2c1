import { outcomeFrom } from '../calls/plain-outcome';
import type { CallOutcome } from '../outcome';
import type { Operation } from './operation';

/** Returns what a finished operation ended in, as if it had been waited for. */
export function outcomeOf({ result, forCode }: Operation): CallOutcome {
  return outcomeFrom(result, forCode);
}
