import { isObject } from '../base/json-value';
import { OUTSIDE_CAUSES } from './outside-cause';
import type { RecordedCall } from './record-calls';

/** Reads the calls of a recording, one JSON object a line; refuses a line that is none, and a recording without any. */
export function parseRecording(recording: string): RecordedCall[] {
  const calls = recording
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parsed(line, index + 1)]));
  if (!calls.length)
    throw new Error(
      'The recording has no calls, so there is nothing to test: call a tool of the app with `recordCalls` first.',
    );
  return calls;
}

function parsed(line: string, number: number): RecordedCall {
  let call: unknown;
  try {
    call = JSON.parse(line);
  } catch {
    throw new Error(
      `Line ${number} of the recording is not JSON. Was it edited, or cut off while it was written?`,
    );
  }
  if (isRecordedCall(call)) return call;
  throw new Error(
    `Line ${number} of the recording is no recorded call: it needs a \`tool\`, which is a name, and \`args\`, an object; it may have \`asked\` (questions with their answers), \`because\` (one of ${OUTSIDE_CAUSES.join(', ')}) and \`seconds\` (a number), as \`recordCalls\` writes them.`,
  );
}

function isRecordedCall(call: unknown): call is RecordedCall {
  if (!isObject(call)) return false;
  const { tool, args, asked, because, seconds } = call;
  return (
    typeof tool === 'string' &&
    tool !== '' &&
    isObject(args) &&
    (asked === undefined || areQuestions(asked)) &&
    (seconds === undefined || typeof seconds === 'number') &&
    (because === undefined || OUTSIDE_CAUSES.some((cause) => cause === because))
  );
}

function areQuestions(asked: unknown): boolean {
  return (
    Array.isArray(asked) &&
    asked.every(
      (each) =>
        isObject(each) &&
        typeof each['message'] === 'string' &&
        (each['answer'] === undefined || isAnswer(each['answer'])),
    )
  );
}

function isAnswer(answer: unknown): boolean {
  if (!isObject(answer)) return false;
  const { action, content } = answer;
  return action === 'accept' ? isObject(content) : action === 'decline' || action === 'cancel';
}
