import { isObject } from '../base/json-value';
import type { WireResult } from '../outcome';
import { RequestRefusedError } from './request-refused-error';

/** Returns the answer to a call as it was sent; a task, which has no content, gets an empty one. */
export function wireOf(result: Record<string, unknown>): WireResult {
  return { content: [], ...result };
}

/** Returns the id of the task that a call was answered with, if it was. */
export function taskIn(wire: WireResult): string | undefined {
  const { task, resultType, taskId } = wire as WireResult & Record<string, unknown>;
  const id = resultType === 'task' ? taskId : isObject(task) ? task['taskId'] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/** Returns the answer of a tool that up to 2025-11-25 is sent as an error, since no task was begun; throws any other error. */
export function refusedTask(error: unknown): Record<string, unknown> {
  if (!(error instanceof RequestRefusedError) || !error.message.startsWith('{"success":false,')) throw error;
  return { content: [{ type: 'text', text: error.message }], isError: true };
}
