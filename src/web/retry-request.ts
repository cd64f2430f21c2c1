const LONGEST_PAUSE_MS = 20_000;

/** Returns the delay before the next attempt: the one the server requested, or else exponential backoff. */
export function retryDelay(
  retryAfter: string | null,
  attempt: number,
  firstMs: number,
  now: number = Date.now(),
): number {
  const asked = retryAfter === null ? undefined : requested(retryAfter, now);
  return Math.min(LONGEST_PAUSE_MS, Math.max(0, asked ?? firstMs * 2 ** attempt));
}

function requested(retryAfter: string, now: number): number | undefined {
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : date - now;
}
