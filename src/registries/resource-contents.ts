import { isAnyArrayBuffer } from '../base/any-realm';
import { Result } from '../result';
import { returnedText } from './returned-text';

/** One resource's content as sent to clients: text or base64. */
export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
  _meta?: Record<string, unknown>;
}

/** Converts whatever a resource returned to contents: a string, bytes, contents of its own, or any JSON value. */
export function toContents(uri: string, value: unknown, mimeType: string | undefined): ResourceContents[] {
  if (typeof value === 'string') return [{ uri, mimeType: mimeType ?? 'text/plain', text: value }];
  const bytes = bytesOf(value);
  if (bytes)
    return [{ uri, mimeType: mimeType ?? 'application/octet-stream', blob: bytes.toString('base64') }];
  if (value instanceof Result)
    return [{ uri, mimeType: 'application/json', text: returnedText(value, 'resource') }];
  if (Array.isArray(value) && value.length && value.every(isContents))
    return value.map((item) => ({ uri, ...item }));
  if (isContents(value)) return [{ uri, ...(mimeType !== undefined && { mimeType }), ...value }];
  return [{ uri, mimeType: mimeType ?? 'application/json', text: returnedText(value, 'resource') }];
}

function bytesOf(value: unknown): Buffer | undefined {
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return isAnyArrayBuffer(value) ? Buffer.from(value) : undefined;
}

// Data that happens to have a `text` has other fields too, and is sent as JSON.
const FIELDS: ReadonlySet<string> = new Set(['uri', 'mimeType', 'text', 'blob', '_meta']);

function isContents(value: unknown): value is Partial<ResourceContents> {
  if (typeof value !== 'object' || value === null) return false;
  const { text, blob } = value as Partial<ResourceContents>;
  if (typeof text !== 'string' && typeof blob !== 'string') return false;
  return Object.keys(value).every((key) => FIELDS.has(key));
}
