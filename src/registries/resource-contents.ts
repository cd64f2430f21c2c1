import { Result } from '../result';

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
  if (value instanceof Uint8Array) {
    return [
      { uri, mimeType: mimeType ?? 'application/octet-stream', blob: Buffer.from(value).toString('base64') },
    ];
  }
  if (value instanceof Result) return [{ uri, mimeType: 'application/json', text: value.toJsonString() }];
  if (Array.isArray(value) && value.every(isContents)) return value.map((item) => ({ uri, ...item }));
  if (isContents(value)) return [{ uri, ...(mimeType !== undefined && { mimeType }), ...value }];
  return [{ uri, mimeType: mimeType ?? 'application/json', text: JSON.stringify(value) ?? 'null' }];
}

function isContents(value: unknown): value is Partial<ResourceContents> {
  if (typeof value !== 'object' || value === null) return false;
  const { text, blob } = value as Partial<ResourceContents>;
  return typeof text === 'string' || typeof blob === 'string';
}
