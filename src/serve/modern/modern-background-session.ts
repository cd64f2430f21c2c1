import type { OperationQuestions } from '../../calls/background';
import type { InputRequest, ReadAnswer } from '../../calls/input-request';
import { ToolExecutionError } from '../../errors';

/** Puts a request to the client, and resolves with its answer. */
export type AskClient = <T>(
  key: string | undefined,
  request: InputRequest,
  read: ReadAnswer<T>,
) => Promise<T>;

/**
 * Returns how a tool in the background asks: a client that follows tasks sees the question there; any other can be asked
 * only as long as the call is not answered.
 */
export function askInBackground(
  questions: OperationQuestions,
  follows: boolean,
  isOver: () => boolean,
  askNow: AskClient,
): AskClient {
  return (key, request, read) => {
    if (follows) return questions.ask(key, request, read);
    if (!isOver()) return askNow(key, request, read);
    return Promise.reject(
      new ToolExecutionError(
        'The user can no longer be asked: the call was answered, and the client does not follow tasks. ' +
          'Call again with everything the tool needs, or from a client with the tasks extension',
      ),
    );
  };
}
