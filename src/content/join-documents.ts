import { randomBytes } from 'node:crypto';
import { textTypeOf, withExtension } from './text-type';

/** How several documents become one text. */
export type ContentFormat = 'none' | 'plain' | 'mime';

/** A document to output. */
export interface ShownDocument {
  readonly category: string;
  /** Its path in the category's directory. */
  readonly path: string;
  readonly body: string;
}

/** Joins documents in the requested format. */
export function formatDocuments(documents: readonly ShownDocument[], format: ContentFormat): string {
  if (format === 'mime') return formatMime(documents);
  if (format === 'plain' && documents.length > 1) {
    return documents.map((document) => `--- ${document.path} ---\n${document.body}`).join('\n');
  }
  return documents.map((document) => document.body).join('\n');
}

/** Returns the resource URI of a document. */
export function documentUri(category: string, path: string): string {
  return `guide://${encodeURIComponent(category)}/${path.split('/').map(encodeURIComponent).join('/')}`;
}

// RFC 2046: one document with its headers, several as parts between boundaries.
function formatMime(documents: readonly ShownDocument[]): string {
  const parts = documents.map(mimePart);
  if (parts.length === 1) return parts[0]!;
  let boundary = `guide-boundary-${uuid7()}`;
  while (parts.some((part) => part.includes(boundary))) boundary = `guide-boundary-${uuid7()}`;
  const body = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${body}--${boundary}--\r\n`;
}

function mimePart({ category, path, body }: ShownDocument): string {
  const media = textTypeOf(body, path);
  const headers = [
    `Content-Type: ${media.type}`,
    `Content-Location: ${documentUri(category, withExtension(path, media))}`,
    `Content-Length: ${Buffer.byteLength(body, 'utf8')}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

// The first 48 bits are the time, so boundaries sort by age.
function uuid7(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
