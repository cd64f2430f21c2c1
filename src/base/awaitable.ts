/** A value, or a promise of one. */
export type Awaitable<T> = T | Promise<T>;

/** Continues with a value immediately, or when its promise resolves, so that a synchronous call stays synchronous. */
export function andThen<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return isPromised(value) ? Promise.resolve(value).then(next) : next(value);
}

/** Returns whether a value is still to come; also where its promise is of another realm, as those of Node's are under jest. */
export function isPromised<T>(value: Awaitable<T>): value is Promise<T> {
  return isThenable(value);
}

/** Returns whether a value must be awaited: a promise, or anything else with a `then`. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
