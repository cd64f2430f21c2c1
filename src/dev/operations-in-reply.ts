import { isObject, parsedJson } from '../base/json-value';
import { failureIn, reasonInText } from './failure-in-reply';
import type { WireMessage } from './version-messages';

/** An operation that a reply reports as failed, though the request for it succeeded. */
export interface FailedOperation {
  readonly id: string;
  readonly reason: string;
}

// As `await` writes the outcome of an operation, and below it the result.
const OUTCOME = /^(op_[\w-]{22}) \([^\n]*?\): (?:Failed|TimedOut) after [^\n]*(?:\n([^\n]*))?/gm;

/** Returns the operations that a reply reports as failed: that of `await` by its text, those to requests about tasks by their result. */
export function failedOperations({ method, params }: WireMessage, reply: WireMessage): FailedOperation[] {
  const { result } = reply;
  if (method === 'tools/call') return isObject(result) && result['isError'] !== true ? inText(result) : [];
  const id = isObject(params) ? params['taskId'] : undefined;
  if (typeof id !== 'string' || (method !== 'tasks/result' && method !== 'tasks/get')) return [];
  // What is wrong with the request itself has no result.
  const reason = isObject(result) ? (failureIn({ result }) ?? failureIn(result)) : undefined;
  return reason === undefined ? [] : [{ id, reason }];
}

/** Returns the operation that a call of a tool began, in whichever way its client is told: as a task, or in the text of the answer. */
export function begunOperation({ method }: WireMessage, { result }: WireMessage): string | undefined {
  if (method !== 'tools/call' || !isObject(result)) return undefined;
  const { task, taskId, content } = result;
  const [first] = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  const told = typeof first?.text === 'string' ? parsedJson(first.text) : undefined;
  const id = isObject(task) ? task['taskId'] : (taskId ?? (isObject(told) ? told['job_id'] : undefined));
  return typeof id === 'string' ? id : undefined;
}

function inText({ content }: Readonly<Record<string, unknown>>): FailedOperation[] {
  const blocks = Array.isArray(content) ? (content as { text?: unknown }[]) : [];
  return blocks.flatMap(({ text }) =>
    typeof text !== 'string'
      ? []
      : [...text.matchAll(OUTCOME)].map(([, id, below = '']) => ({ id: id!, reason: reasonInText(below) })),
  );
}
