import { isDate } from '../base/any-realm';
import { sameJson } from '../json/same-json';
import { AuthorError } from '../errors';
import { publishedDefault } from './published-default';

const SECOND = 1_000;

/** Refuses a default that is another one in each instance, such as the current time: a schema can't publish it. */
export function refuseChangingDefault(place: string, first: unknown, second: unknown): void {
  if (!isNow(first) && same(first, second)) return;
  throw new AuthorError(
    place,
    'has a default that differs from call to call.',
    'State `optional: true`, write `?` in place of the default, and fill it in `run`.',
  );
}

function same(first: unknown, second: unknown): boolean {
  return first === second || sameJson(publishedDefault(first), publishedDefault(second));
}

// Two instances that are made one after another mostly hold the same millisecond.
function isNow(value: unknown): boolean {
  if (isDate(value)) return isNow(value.getTime());
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value) && isNow(Date.parse(value));
  return typeof value === 'number' && Math.abs(value - Date.now()) < SECOND;
}
