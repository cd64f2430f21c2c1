import { HIDDEN } from '../base/hidden';
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

/** Returns why a recorded call would not be answered in the same way again; undefined if nothing speaks against it. */
export function whyUnrepeatable(call: RecordedCall): Unrepeatable | undefined {
  const text = JSON.stringify(call);
  // An author's own tool may have one of these names.
  if (ABOUT_OPERATIONS.includes(call.tool) && OPERATION_ID.test(text)) return OPERATION;
  if (call.tool === 'read_result' && typeof call.args['handle'] === 'string') return KEPT;
  if (call.sampled) return MODEL;
  if (call.asked?.some(({ answer }) => !answer)) return UNANSWERED;
  // What is hidden in a question is the tool's own to ask again.
  const needed = { ...call, args: valuesThatCount(call), asked: call.asked?.map(({ answer }) => answer) };
  return JSON.stringify(needed).includes(HIDDEN) ? SECRET : undefined;
}

// The value of an unknown argument is hidden too, as it may be a misspelt secret; but it is refused for its name, whatever it is.
function valuesThatCount({ args, error, errorType }: RecordedCall): unknown[] {
  const isUnknown = (name: string): boolean =>
    errorType === 'validation_error' && error?.includes(`${name} is not a known argument`) === true;
  return Object.entries(args).flatMap(([name, value]) => (isUnknown(name) ? [] : [value]));
}
