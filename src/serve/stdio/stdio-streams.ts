import type { Readable } from 'node:stream';

/** The streams of a stdio connection. */
export interface StdioStreams {
  input: Readable;
  /** Writes text; returns false if the reader is slow. */
  write: (text: string) => boolean;
  /** Called when the reader can take more. */
  onDrain: (listener: () => void) => void;
  /** Whether the reader has taken all that was written. */
  taken: () => boolean;
}
