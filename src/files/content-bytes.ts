import { EncodingError } from './decode';

/** The bytes that content stands for; what isn't strictly base64 is refused rather than decoded in part. */
export function contentBytes(content: string, encoding: 'utf-8' | 'base64'): Buffer {
  const bytes = Buffer.from(content, encoding);
  // Node passes over what it can't decode; only base64 proper comes back as it was, line breaks aside.
  if (encoding === 'base64' && bytes.toString('base64') !== content.replace(/[\r\n]/g, '')) {
    throw new EncodingError(
      'The content is not base64, nothing was written: give only the letters A–Z, a–z, 0–9, + and / with = padding at the end (no data: prefix), or leave encoding out to write text',
    );
  }
  return bytes;
}
