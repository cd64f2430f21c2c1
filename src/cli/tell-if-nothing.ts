import { nothingServed, servesNothing, type Offer } from '../app/nothing-served';
import type { Io } from './command';

/** Says so if clients of an app would see nothing: an empty list alone looks as if all were well. Returns whether it is so. */
export function tellIfNothing(open: Offer, io: Io): boolean {
  if (!servesNothing(open)) return false;
  io.stderr(`${nothingServed(open).message}\n`);
  return true;
}
