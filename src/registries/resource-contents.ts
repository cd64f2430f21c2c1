import { isAnyArrayBuffer } from '../base/any-realm';
import { isObject } from '../base/json-value';
import { Result } from '../result';
import { sendable, wrongContents } from './returned-shape';
import { returnedText } from './returned-text';

/** One resource's content as sent to clients: text or base64. */
export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
  _meta?: Record<string, unknown>;
}

/**
 * Converts whatever a resource returned to contents: a string, bytes, contents of its own, or any JSON value. Contents of its own
 * that clients would reject are its author's mistake, named by the class.
 */
export function toContents(
  uri: string,
  returned: unknown,
  mimeType: string | undefined,
  className = 'the resource',
): ResourceContents[] {
  const value = ofSdk(returned);
  if (typeof value === 'string') return [{ uri, mimeType: mimeType ?? 'text/plain', text: value }];
  const bytes = bytesOf(value);
  if (bytes)
    return [{ uri, mimeType: mimeType ?? 'application/octet-stream', blob: bytes.toString('base64') }];
  if (value instanceof Result)
    return [{ uri, mimeType: 'application/json', text: returnedText(value, 'resource') }];
  if (Array.isArray(value) && value.length && value.every(isMeantAsContents))
    return checked(
      value.map((item) => ({ uri, ...item })),
      className,
    );
  if (isMeantAsContents(value))
    return checked([{ uri, ...(mimeType !== undefined && { mimeType }), ...value }], className);
  return [{ uri, mimeType: mimeType ?? 'application/json', text: returnedText(value, 'resource') }];
}

// What resources of the SDK return stands for the contents in it.
function ofSdk(returned: unknown): unknown {
  if (!isObject(returned)) return returned;
  const { contents } = returned;
  const isList = Array.isArray(contents) && contents.length > 0 && contents.every(isMeantAsContents);
  return isList && Object.keys(returned).every((key) => key === 'contents' || key === '_meta')
    ? contents
    : returned;
}

const CURE =
  "Return a string, bytes, contents such as `{ text: '…', mimeType: 'text/markdown' }` or `{ blob: '…' }` with base64, or any JSON value; data that looks like contents goes as text: `JSON.stringify(data)`.";

function checked(contents: readonly object[], className: string): ResourceContents[] {
  return sendable(contents, { place: `${className}.read`, cure: CURE }, wrongContents);
}

function bytesOf(value: unknown): Buffer | undefined {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return isAnyArrayBuffer(value) ? Buffer.from(value) : undefined;
}

// Data that happens to have a `text` has other fields too, and is sent as JSON.
const FIELDS: ReadonlySet<string> = new Set(['uri', 'mimeType', 'text', 'blob', '_meta']);

function isMeantAsContents(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const { uri, text, blob } = value as Readonly<Record<string, unknown>>;
  if (![text, blob].some((each) => typeof each === 'string' || (each !== undefined && uri !== undefined)))
    return false;
  return Object.keys(value).every((key) => FIELDS.has(key));
}
