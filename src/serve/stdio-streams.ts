import type { Readable } from 'node:stream';

/** Where a connection over stdio reads and writes. */
export interface StdioStreams {
  input: Readable;
  /** Writes one piece of text; false when the reader is slow. */
  write: (text: string) => boolean;
  /** Called when the reader can take more. */
  onDrain: (listener: () => void) => void;
}
