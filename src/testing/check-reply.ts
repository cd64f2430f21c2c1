import { isRegExp } from '../base/any-realm';
import { isThenable } from '../base/awaitable';
import { firstDifference } from './first-difference';
import { show } from './show-value';
import { isReply, type ToolReply } from './tool-reply';

/** What a failure is recognised by: a part of its message, a pattern for it, or its type such as `not_found`. */
export type Expected = string | RegExp;

/** What a test may say of a failure: nothing, so that any will do, or how it is recognised. */
export type FailureGiven = [] | [expected: Expected];

/** Returns what is wrong with a reply that should be a success, with this value if one is given; undefined if it is right. */
export function notOk(given: ToolReply, value?: { readonly expected: unknown }): string | undefined {
  const reply = replyIn(given);
  if (reply.isError) return `${reply.tool} failed: ${reply.error}${thrownAt(reply)}`;
  const difference = value && firstDifference(reply.value, value.expected);
  if (!difference) return undefined;
  const { path, actual, expected } = difference;
  const whole = `${show(reply.value)} instead of ${show(value.expected)}`;
  // In a short text the difference is seen at once; a long one may not even show it.
  const place = whole.length < 200 ? '' : `\n    ${path} is ${show(actual)} instead of ${show(expected)}`;
  return `${reply.tool} returned ${whole}${place}`;
}

/** Returns what is wrong with a reply that should be this failure, or any if none is given; undefined if it is right. */
export function notFailedWith(given: ToolReply, failure: FailureGiven): string | undefined {
  const reply = replyIn(given);
  if (failure.length) refuseNoExpectation(failure[0]);
  const [expected] = failure;
  if (!reply.isError) return `${reply.tool} did not fail; it returned ${show(reply.value)}`;
  if (expected === undefined || reply.errorType === expected) return undefined;
  const message = reply.error ?? '';
  const fits = typeof expected === 'string' ? message.includes(expected) : expected.test(message);
  if (fits) return undefined;
  const type = reply.errorType === undefined ? '' : ` (${reply.errorType})`;
  return `${reply.tool} failed with "${message}"${type} instead of ${show(expected)}${thrownAt(reply)}`;
}

// Where the tool threw, in lines after a message; a reply of another copy of the package may not know.
function thrownAt({ thrownAt: frames = [] }: ToolReply): string {
  return frames.map((frame) => `\n    ${frame}`).join('');
}

// A variable that turned out to be undefined, or an empty text, would be fulfilled by every failure.
function refuseNoExpectation(expected: unknown): void {
  if ((typeof expected === 'string' && expected !== '') || isRegExp(expected)) return;
  throw new TypeError(
    `A failure is recognised by a text, a pattern or an error type, not by ${show(expected)}: leave it out if any failure will do.`,
  );
}

// Thrown rather than returned, so that `.not` doesn't make a test pass that has judged no reply at all.
function replyIn(given: unknown): ToolReply {
  if (isReply(given)) {
    const { tool, operation } = given;
    if (operation === undefined) return given;
    throw new TypeError(
      `${tool} has only begun, as ${operation}, and this is not its result: judge what \`await client.resultOf(reply)\` returns. ` +
        'That it began is told by `reply.operation`.',
    );
  }
  if (isThenable(given))
    throw new TypeError('This is a promise, not a reply yet: write `await` before the call.');
  throw new TypeError(
    `This is no reply of a tool but ${show(given)}: give what \`await client.call(…)\` returned.`,
  );
}
