import { TextDecoder } from 'node:util';

const SNIFFED_BYTES = 2_048;

/** Decodes bytes by the charset of the response, or of the page, or as UTF-8. */
export function decodeText(body: Uint8Array, contentType: string): string {
  const stated = /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];
  const charset = decoder(stated ?? charsetInPage(body));
  // In one piece some versions of Node decode windows-1252 as Latin-1.
  return charset.decode(body, { stream: true }) + charset.decode();
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
