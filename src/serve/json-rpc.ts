import { isObject, parsedJson } from '../base/json-value';
import { countIfLarge, MOST_PARTS, type CountedMessage } from './count-message-parts';

/** The reply to an invalid message. */
export interface MessageError {
  jsonrpc: '2.0';
  id: string | number | null;
  error: { code: number; message: string };
}

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const LONGEST_ID = 1_000;

/** Parses one line as a JSON-RPC message, or returns the error that answers it. */
export function readMessage(text: string): { message: Record<string, unknown> } | { error: MessageError } {
  const counted = countIfLarge(text);
  if (counted && counted.parts > MOST_PARTS) return tooManyParts(counted);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return failure(PARSE_ERROR, null, `Parse error: ${(error as Error).message}`);
  }
  if (!isObject(value))
    return failure(
      INVALID_REQUEST,
      null,
      'Invalid request: a message is one JSON object; batches are not supported',
    );
  const { jsonrpc, id, method } = value;
  const known = typeof id === 'string' || typeof id === 'number' ? id : null;
  if (jsonrpc !== '2.0') return failure(INVALID_REQUEST, known, 'Invalid request: jsonrpc must be "2.0"');
  if (id !== undefined && known === null)
    return failure(INVALID_REQUEST, null, 'Invalid request: id must be a string or a number');
  if (method !== undefined && typeof method !== 'string')
    return failure(INVALID_REQUEST, known, 'Invalid request: method must be a string');
  if (method === undefined && !('result' in value) && !('error' in value)) {
    return failure(INVALID_REQUEST, known, 'Invalid request: method is missing');
  }
  return { message: value };
}

/** The error that answers a line over the limit. */
export function tooLong(bytes: number): { error: MessageError } {
  return failure(
    INVALID_REQUEST,
    null,
    `Invalid request: the line has ${bytes} bytes, over the limit of 10 MiB; send less at once`,
  );
}

function tooManyParts({ parts, id }: CountedMessage): { error: MessageError } {
  const written = id !== undefined && id.length <= LONGEST_ID ? parsedJson(id) : undefined;
  return failure(
    INVALID_REQUEST,
    typeof written === 'string' || typeof written === 'number' ? written : null,
    `Invalid request: the message has ${parts} commas, colons and brackets outside texts, over the limit of ${MOST_PARTS}; send less at once`,
  );
}

function failure(code: number, id: MessageError['id'], message: string): { error: MessageError } {
  return { error: { jsonrpc: '2.0', id, error: { code, message } } };
}
