import type { Awaitable } from './tool';

/** Goes on with a value at once, or when it arrives: a synchronous call stays synchronous. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}
