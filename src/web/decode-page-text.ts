import { TextDecoder } from 'node:util';

const SNIFFED_BYTES = 2_048;

/** Decodes bytes by the charset of the response, or of the page, or as UTF-8. */
export function decodeText(body: Uint8Array, contentType: string): string {
  const stated = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  return decoder(stated ?? charsetInPage(body)).decode(body);
}

function charsetInPage(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, SNIFFED_BYTES)).toString(
    'latin1',
  );
  return /<meta[^>]+charset\s*=\s*["']?([\w.:-]+)/i.exec(start)?.[1];
}

function decoder(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
