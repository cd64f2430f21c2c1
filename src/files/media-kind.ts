/** The type of a file, as its first bytes show it. */
export interface Media {
  readonly kind: 'text' | 'image' | 'audio' | 'binary';
  readonly mimeType: string;
}

const SIGNATURES: readonly { readonly bytes: string; readonly at?: number; readonly media: Media }[] = [
  { bytes: '\x89PNG\r\n\x1a\n', media: { kind: 'image', mimeType: 'image/png' } },
  { bytes: '\xff\xd8\xff', media: { kind: 'image', mimeType: 'image/jpeg' } },
  { bytes: 'GIF8', media: { kind: 'image', mimeType: 'image/gif' } },
  { bytes: 'WEBP', at: 8, media: { kind: 'image', mimeType: 'image/webp' } },
  { bytes: 'WAVE', at: 8, media: { kind: 'audio', mimeType: 'audio/wav' } },
  { bytes: 'OggS', media: { kind: 'audio', mimeType: 'audio/ogg' } },
  { bytes: 'fLaC', media: { kind: 'audio', mimeType: 'audio/flac' } },
  { bytes: 'ID3', media: { kind: 'audio', mimeType: 'audio/mpeg' } },
  { bytes: '%PDF-', media: { kind: 'binary', mimeType: 'application/pdf' } },
  { bytes: 'PK\x03\x04', media: { kind: 'binary', mimeType: 'application/zip' } },
  { bytes: '\x1f\x8b', media: { kind: 'binary', mimeType: 'application/gzip' } },
];

const BINARY: Media = { kind: 'binary', mimeType: 'application/octet-stream' };
const TEXT: Media = { kind: 'text', mimeType: 'text/plain' };
const LONGEST_SIGNATURE = 12;

const LATER = 8;
const BEGINS_SIGNATURE = firstBytes(0);
const LATER_SIGNATURE = firstBytes(LATER);

function firstBytes(place: number): Uint8Array {
  const table = new Uint8Array(256);
  for (const { bytes, at = 0 } of SIGNATURES) if (at === place) table[bytes.charCodeAt(0)] = 1;
  return table;
}

/** Detects the type of a file from its first bytes: a known signature, or text if there is no NUL byte. */
export function mediaOf(start: Uint8Array): Media {
  return signedMedia(start) ?? (start.includes(0) ? BINARY : TEXT);
}

/** Returns the type that a known signature in a file's first bytes stands for; undefined if they have none. */
export function signedMedia(start: Uint8Array): Media | undefined {
  // Nearly every file is told apart by these two bytes.
  if (!BEGINS_SIGNATURE[start[0] ?? 0] && !LATER_SIGNATURE[start[LATER] ?? 0]) return undefined;
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  const text = bytes.toString('latin1', 0, LONGEST_SIGNATURE);
  return SIGNATURES.find(({ bytes: signature, at }) => text.startsWith(signature, at ?? 0))?.media;
}
