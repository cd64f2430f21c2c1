import { HIDDEN } from '../base/hidden';
import { isObject } from '../base/json-value';
import { joinPlace } from '../json/problem-places';
import type { OutsideCause } from './outside-cause';
import type { RecordedCall } from './record-calls';

/** Why a recorded call can't be made again as it was, and whether whoever has the test can do something about it. */
export interface Unrepeatable {
  readonly reason: string;
  readonly curable: boolean;
}

const ABOUT_OPERATIONS = ['await', 'status', 'cancel'];
const OPERATION_ID = /\bop_\w+/;

const SECRET: Unrepeatable = {
  reason: `Secrets are not recorded: ${HIDDEN} stands in their place. Write values for the test there, and remove \`.skip\`.`,
  curable: true,
};
const OPERATION: Unrepeatable = {
  reason:
    'Left out: the ids and times of operations are others in each run. The test of the call that began one waits for its result.',
  curable: false,
};
const KEPT: Unrepeatable = {
  reason: 'Left out: the handle of a kept answer is another one in each run.',
  curable: false,
};
const MODEL: Unrepeatable = {
  reason:
    "Left out: the client's model was asked, and what it says is not recorded. Write a test with the option `model` of testClient.",
  curable: false,
};
const UNANSWERED: Unrepeatable = {
  reason: 'Left out: the user was asked and gave no answer, so there is none to give again.',
  curable: false,
};

const BY_CAUSE: Readonly<Record<OutsideCause, string>> = {
  cancelled:
    'the call was cancelled while it ran. Write a test with the option `signal` of `client.call`, which cancels at a moment that is the same in each run.',
  timed_out:
    'the call took longer than its time limit, which depends on the machine and on what else it does. Write a test in which the tool waits for something that never comes.',
  crowded:
    'there was no room for the operation, or nothing that would run it, which depends on what else runs.',
  keyed: 'it was refused because of its idempotency key, and keys are others in each run.',
  narrowed:
    'what the caller had access to was narrowed by its grants or its roots, which the client of a test has not.',
  cut: 'the answer was larger than its budget, so that only a part of it was sent.',
};

// What earlier versions recorded has no cause beside it.
const EARLIER: readonly (readonly [type: string, error: RegExp, cause: OutsideCause])[] = [
  ['cancelled', /^The call was cancelled(: the server is ending)?$/, 'cancelled'],
  ['timeout', /^Tool execution timed out after [\d.]+s$/, 'timed_out'],
];

/** Returns why a recorded call would not be answered in the same way again; undefined if nothing speaks against it. */
export function whyUnrepeatable(call: RecordedCall): Unrepeatable | undefined {
  const text = JSON.stringify(call);
  // An author's own tool may have one of these names.
  if (ABOUT_OPERATIONS.includes(call.tool) && OPERATION_ID.test(text)) return OPERATION;
  if (call.tool === 'read_result' && typeof call.args['handle'] === 'string') return KEPT;
  const cause = call.because ?? causeOfEarlier(call);
  if (cause) return { reason: `Left out: ${BY_CAUSE[cause]}`, curable: false };
  if (call.sampled) return MODEL;
  if (call.asked?.some(({ answer }) => !answer)) return UNANSWERED;
  // What is hidden in a question is the tool's own to ask again.
  const needed = { ...call, args: withoutUnknown(call), asked: call.asked?.map(({ answer }) => answer) };
  return JSON.stringify(needed).includes(HIDDEN) ? SECRET : undefined;
}

function causeOfEarlier({ error = '', errorType }: RecordedCall): OutsideCause | undefined {
  return EARLIER.find(([type, pattern]) => type === errorType && pattern.test(error))?.[2];
}

// The value of an unknown argument is hidden too, as it may be a misspelt secret; but it is refused for its name, whatever it is.
function withoutUnknown({ args, error = '', errorType }: RecordedCall): unknown {
  const isUnknown = (place: string): boolean => error.includes(` ${place} is not a known argument`);
  const kept = (value: unknown, place: string): unknown => {
    if (Array.isArray(value)) return value.map((item, index) => kept(item, joinPlace(place, `[${index}]`)));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, inner]) => [joinPlace(place, name), inner] as const);
    return members.flatMap(([at, inner]) => (isUnknown(at) ? [] : [kept(inner, at)]));
  };
  return errorType === 'validation_error' ? kept(args, '') : args;
}
