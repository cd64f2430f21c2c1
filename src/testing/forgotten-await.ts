const unheard = new WeakMap<object, { readonly promise: HeardPromise<unknown>; readonly call: string }[]>();

/** A promise that knows whether anybody waits for it; `await` asks one of a class of its own with `then`. */
class HeardPromise<T> extends Promise<T> {
  isHeard = false;

  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  override then<A = T, B = never>(
    resolved?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isHeard = true;
    return super.then(resolved, rejected);
  }
}

/** Returns the promise of what was begun for a client; if nobody waits for it, `forgottenAwait` tells when the client is closed. */
export function noticed<T>(client: object, call: string, work: () => Promise<T>): Promise<T> {
  const promise = new HeardPromise<T>((resolve, reject) => void work().then(resolve, reject));
  const begun = unheard.get(client) ?? [];
  unheard.set(client, [...begun.filter((each) => !each.promise.isHeard), { promise, call }]);
  return promise;
}

/** Returns what to say about the promises of a client that nobody waited for. */
export function forgottenAwait(client: object): string | undefined {
  const [first] = (unheard.get(client) ?? []).filter(({ promise }) => !promise.isHeard);
  return first && `Nobody waited for ${first.call}, so its result was lost: write \`await\` before it.`;
}
