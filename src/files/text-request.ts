/** Which part of a text file to read, and how much of it a reply may hold. */
export interface TextRequest {
  readonly encoding: string;
  readonly startByte: number;
  readonly startLine: number;
  readonly lineCount: number;
  readonly size: number;
  /** Maximum number of bytes. */
  readonly limit: number;
  /** Maximum number of tokens. */
  readonly tokens: number;
  /** The first bytes of the file, if they were read before. */
  readonly head?: Buffer;
  readonly signal: AbortSignal;
}

/** A part of a text file. */
export interface TextPart {
  readonly text: string;
  /** Whether the part ends where the request or the file does. */
  readonly complete: boolean;
  readonly nextByte: number;
  /** The line that the next part starts with; undefined if it starts within a line. */
  readonly nextLine: number | undefined;
  /** Number of lines from `startByte` on that were seen, all of them if the end was reached. */
  readonly linesMet: number;
}
