/** A share of successes with the interval that holds the true one with 95 % confidence. */
export interface Rate {
  readonly right: number;
  readonly of: number;
  /** The share; null if nothing was counted. */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
}

const Z = 1.959963984540054;

/** Returns a rate with Wilson's score interval, which also holds for few runs and for all or none right. */
export function rateOf(right: number, of: number): Rate {
  if (of === 0) return { right, of, rate: null, low: 0, high: 1 };
  const share = right / of;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * of)) / (1 + z2 / of);
  const half = (Z / (1 + z2 / of)) * Math.sqrt((share * (1 - share)) / of + z2 / (4 * of * of));
  return {
    right,
    of,
    rate: rounded(share),
    low: rounded(Math.max(0, middle - half)),
    high: rounded(Math.min(1, middle + half)),
  };
}

/** The difference of two rates. */
export interface Difference {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** Returns how much the second rate differs from the first, with Newcombe's interval; undefined if one of them counts nothing. */
export function differenceOf(a: Rate, b: Rate): Difference | undefined {
  if (a.rate === null || b.rate === null) return undefined;
  const difference = b.rate - a.rate;
  const down = Math.hypot(b.rate - b.low, a.high - a.rate);
  const up = Math.hypot(b.high - b.rate, a.rate - a.low);
  return { difference: rounded(difference), low: rounded(difference - down), high: rounded(difference + up) };
}

// Four digits: more would only make reports differ where nothing does.
function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
