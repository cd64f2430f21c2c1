import { inspect } from 'node:util';
import { isPlainObject } from '../base/any-realm';
import { isAsymmetric, type AsymmetricMatcher } from './first-difference';

const OPTIONS = { depth: 6, breakLength: 100, maxStringLength: 400 } as const;

/** Formats a value for the message of an expectation; matchers in it are named as jest and vitest name them. */
export function show(value: unknown): string {
  return inspect(named(value, 0), OPTIONS);
}

// A copy in which every matcher says what it is; deeper than is shown, nothing is looked at.
function named(value: unknown, depth: number): unknown {
  if (isAsymmetric(value)) return { [inspect.custom]: () => shownMatcher(value) };
  if (depth > OPTIONS.depth || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => named(item, depth + 1));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, named(inner, depth + 1)]));
}

// Both runners give their matchers a name, what they were made with as `sample`, and some a text of their own, such as `Any<String>`.
function shownMatcher(matcher: AsymmetricMatcher): string {
  const { sample, toAsymmetricMatcher } = matcher as { sample?: unknown; toAsymmetricMatcher?: unknown };
  if (typeof toAsymmetricMatcher === 'function') return String(toAsymmetricMatcher.call(matcher));
  const given = typeof sample === 'object' || typeof sample === 'string' ? ` ${show(sample)}` : '';
  return `${matcher.toString()}${given}`;
}
