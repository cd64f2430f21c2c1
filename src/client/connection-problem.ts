import { isError } from '../base/any-realm';
import { isObject, parsedJson } from '../base/json-value';

/** Why there is no connection, in words, and the status of HTTP, if there was one. */
export interface ConnectionProblem {
  readonly reason: string;
  readonly status?: number;
}

/** The codes of errors that the SDK's client makes itself when no answer comes. */
export const NO_ANSWER = { connectionClosed: -32000, timeout: -32001 } as const;

/** The code of JSON-RPC for a method that a server does not have. */
export const METHOD_NOT_FOUND = -32601;

/** Reads what the SDK's client throws when it can't connect: the status and the server's own words, or what the system says. */
export function connectionProblem(error: unknown): ConnectionProblem {
  if (!isError(error)) return { reason: String(error) };
  const { code } = error as { code?: unknown };
  if (typeof code === 'number' && code >= 400 && code < 600)
    return { reason: `it answered ${code}: ${wordsIn(error.message)}`, status: code };
  if (code === NO_ANSWER.connectionClosed)
    return { reason: 'it ended without an answer; start the command by itself to see what it prints' };
  if (code === NO_ANSWER.timeout)
    return { reason: 'it gave no answer to `initialize`, so it is probably not an MCP server' };
  if (code === METHOD_NOT_FOUND)
    return { reason: 'it does not know the method `initialize`, so it is probably not an MCP server' };
  const { syscall = '', path } = error as { syscall?: string; path?: string };
  if (syscall.startsWith('spawn') && code === 'ENOENT')
    return { reason: `there is no command '${path}' (ENOENT); name a program on the PATH, or its file` };
  if (syscall.startsWith('spawn') && code === 'EACCES')
    return { reason: `'${path}' can't be started (EACCES); is it a program, and is it executable?` };
  // fetch says only that it failed; what happened is its cause, or the first of several.
  const causes = [error.cause, (error.cause as { errors?: unknown[] } | undefined)?.errors?.[0]];
  const said = causes.map((cause) => (isError(cause) ? cause.message : '')).find(Boolean);
  const reason = said ?? error.message;
  return { reason: reason.includes('ECONNREFUSED') ? `${reason}; is the server running?` : reason };
}

// The body of the answer follows the SDK's own words.
function wordsIn(message: string): string {
  const body = message.replace(/^Streamable HTTP error: (?:Error POSTing to endpoint: )?/, '').trim();
  const answer = parsedJson(body);
  const problem = isObject(answer) ? (answer['error'] ?? answer['message']) : undefined;
  const words = isObject(problem) ? problem['message'] : problem;
  return (typeof words === 'string' ? words : body).replace(/\s+/g, ' ').slice(0, 300);
}
