import { notFailedWith, notOk, type FailureGiven } from './check-reply';
import { aboutTest } from './from-test';
import type { ToolReply } from './tool-reply';

/** Throws unless a call succeeded, and returned this value if one is given; for runners without matchers, such as node:test. */
export function assertOk(reply: ToolReply, ...expected: [value?: unknown]): void {
  assertNone(notOk(reply, expected.length ? { expected: expected[0] } : undefined), assertOk);
}

/** Throws unless a call failed, with this message or error type if one is given. */
export function assertFailsWith(reply: ToolReply, ...expected: FailureGiven): void {
  assertNone(notFailedWith(reply, expected), assertFailsWith);
}

/**
 * Throws an assertion's message, if there is one, as thrown by the function that the test called. A plain error, because jest adds a
 * comparison of two absent values to an AssertionError.
 */
export function assertNone(message: string | undefined, stackStartFn: (...args: never[]) => unknown): void {
  if (message === undefined) return;
  const error = aboutTest(new Error(message));
  Error.captureStackTrace(error, stackStartFn);
  throw error;
}
