/** Where a value differs from what was expected, such as `value.items[2].name`. */
export interface ValueDifference {
  readonly path: string;
  readonly actual: unknown;
  readonly expected: unknown;
}

/** What `expect.objectContaining`, `expect.any` and the like are, in jest and vitest. */
export interface AsymmetricMatcher {
  asymmetricMatch(actual: unknown): boolean;
  toString(): string;
}

/** Returns whether a value is a matcher that judges by itself, rather than a value to compare with. */
export function isAsymmetric(value: unknown): value is AsymmetricMatcher {
  return isRecord(value) && typeof value['asymmetricMatch'] === 'function';
}

/**
 * Returns the first place at which a value that came over the wire differs from an expected one, which is compared as the
 * wire would send it: a Date is a string there, an undefined field is none.
 */
export function firstDifference(
  actual: unknown,
  expected: unknown,
  path = 'value',
): ValueDifference | undefined {
  if (isAsymmetric(expected))
    return expected.asymmetricMatch(actual) ? undefined : { path, actual, expected };
  const sent = asSent(expected);
  if (Array.isArray(sent) && Array.isArray(actual)) return inLists(actual, sent, path);
  if (isRecord(sent) && isRecord(actual)) return inRecords(actual, sent, path);
  return Object.is(actual, sent) ? undefined : { path, actual, expected: sent };
}

function inLists(
  actual: readonly unknown[],
  expected: readonly unknown[],
  path: string,
): ValueDifference | undefined {
  for (let index = 0; index < Math.max(actual.length, expected.length); index++) {
    const at = `${path}[${index}]`;
    if (index >= actual.length || index >= expected.length)
      return { path: at, actual: actual[index], expected: expected[index] };
    const found = firstDifference(actual[index], expected[index] ?? null, at);
    if (found) return found;
  }
  return undefined;
}

function inRecords(
  actual: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
  path: string,
): ValueDifference | undefined {
  for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const at = /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
    const wanted = Object.hasOwn(expected, key) ? expected[key] : undefined;
    const found = firstDifference(Object.hasOwn(actual, key) ? actual[key] : undefined, wanted, at);
    if (found) return found;
  }
  return undefined;
}

function asSent(value: unknown): unknown {
  if (isRecord(value) && typeof value['toJSON'] === 'function') return (value['toJSON'] as () => unknown)();
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
