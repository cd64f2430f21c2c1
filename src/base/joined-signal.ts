/**
 * Does work with a signal that is aborted as soon as one of several is. Unlike with `AbortSignal.any`, nothing of it stays behind on
 * those that live longer than the work.
 */
export async function withJoinedSignal<T>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const joined = new AbortController();
  const links = signals.map((signal) => {
    const pass = (): void => joined.abort(signal.reason);
    if (signal.aborted) pass();
    signal.addEventListener('abort', pass, { once: true });
    return () => signal.removeEventListener('abort', pass);
  });
  try {
    return await work(joined.signal);
  } finally {
    for (const unlink of links) unlink();
  }
}
