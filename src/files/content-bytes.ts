import { EncodingError } from './decode-file-text';

/** Returns the bytes of `content`; invalid base64 is refused rather than partly decoded. */
export function contentBytes(content: string, encoding: 'utf-8' | 'base64'): Buffer {
  const bytes = Buffer.from(content, encoding);
  // Node skips characters it cannot decode; only valid base64 encodes back to itself, line breaks aside.
  if (encoding === 'base64' && bytes.toString('base64') !== content.replace(/[\r\n]/g, '')) {
    throw new EncodingError(
      'The content is not valid base64; nothing was written. Use only A–Z, a–z, 0–9, + and /, with = padding at the end and no data: prefix, or omit encoding to write text',
    );
  }
  return bytes;
}
