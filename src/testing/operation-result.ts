import { setTimeout as pause } from 'node:timers/promises';
import { isObject } from '../base/json-value';
import type { WireResult } from '../outcome';
import { RequestRefusedError } from './request-refused-error';

type Message = Record<string, unknown>;

// An operation in memory is looked at often: nobody wants to wait for a test.
const POLL_MS = 10;

/** What waiting for an operation needs of a client. */
export interface TaskClient {
  readonly modern: boolean;
  send(method: string, params: Message): Promise<Message>;
  /** Answers questions to the user, by their keys. */
  answers(requests: unknown): Message;
}

/** Waits for the end of an operation; returns the result that its call would have been answered with. */
export async function operationResult(client: TaskClient, id: string): Promise<WireResult> {
  if (!client.modern) return wire(await client.send('tasks/result', { taskId: id }));
  for (;;) {
    const { status, statusMessage, result, error, inputRequests } = await client.send('tasks/get', {
      taskId: id,
    });
    if (isObject(result)) return wire(result);
    if (isObject(error))
      throw new RequestRefusedError(Number(error['code']), String(error['message']), error['data']);
    if (status === 'cancelled')
      return { content: [{ type: 'text', text: String(statusMessage) }], isError: true };
    if (inputRequests !== undefined)
      await client.send('tasks/update', { taskId: id, inputResponses: client.answers(inputRequests) });
    await pause(POLL_MS);
  }
}

function wire(result: Message): WireResult {
  return result as unknown as WireResult;
}
