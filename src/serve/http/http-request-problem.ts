import { isObject } from '../../base/json-value';
import { isRequestId } from '../legacy/plain-message';

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

/** Returns what is wrong with a message that no lane would answer; undefined if it can be taken. */
export function messageProblem(message: Record<string, unknown>): string | undefined {
  const { id, params } = message;
  if (id !== undefined && !isRequestId(id)) return 'id must be a string or an integer';
  for (const name in message) if (!MEMBERS.has(name)) return `${name} is not a member of a message`;
  if ('method' in message && ('result' in message || 'error' in message))
    return 'a message is either a request or a reply';
  if (params === undefined) return undefined;
  if (!isObject(params)) return 'params must be an object';
  const { _meta: meta } = params;
  if (meta === undefined) return undefined;
  if (!isObject(meta)) return '_meta must be an object';
  const { progressToken } = meta;
  if (progressToken !== undefined && !isRequestId(progressToken))
    return 'progressToken must be a string or an integer';
  return undefined;
}
