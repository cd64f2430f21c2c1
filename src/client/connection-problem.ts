import { isError } from '../base/any-realm';
import { isObject, parsedJson } from '../base/json-value';

/** Why there is no connection, in words, and the status of HTTP, if there was one. */
export interface ConnectionProblem {
  readonly reason: string;
  readonly status?: number;
}

/** Reads what the SDK's client throws when it can't connect: the status and the server's own words, or what the system says. */
export function connectionProblem(error: unknown): ConnectionProblem {
  if (!isError(error)) return { reason: String(error) };
  const { code } = error as { code?: unknown };
  if (typeof code === 'number' && code >= 400 && code < 600)
    return { reason: `it answered ${code}: ${wordsIn(error.message)}`, status: code };
  // fetch says only that it failed; what happened is its cause, or the first of several.
  const causes = [error.cause, (error.cause as { errors?: unknown[] } | undefined)?.errors?.[0]];
  const said = causes.map((cause) => (isError(cause) ? cause.message : '')).find(Boolean);
  return { reason: said ?? error.message };
}

// The body of the answer follows the SDK's own words.
function wordsIn(message: string): string {
  const body = message.replace(/^Streamable HTTP error: (?:Error POSTing to endpoint: )?/, '').trim();
  const answer = parsedJson(body);
  const problem = isObject(answer) ? (answer['error'] ?? answer['message']) : undefined;
  const words = isObject(problem) ? problem['message'] : problem;
  return (typeof words === 'string' ? words : body).replace(/\s+/g, ' ').slice(0, 300);
}
