/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value at once, or when it arrives: a synchronous call stays synchronous. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Whether a value has to be awaited: a promise, or anything else with a `then`. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
