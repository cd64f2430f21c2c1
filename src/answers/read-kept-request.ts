/** Which part of a kept answer to read. */
export interface ReadRequest {
  readonly offset?: number | undefined;
  readonly startLine?: number | undefined;
  readonly lineCount?: number | undefined;
  readonly search?: string | undefined;
  readonly select?: string | undefined;
}

/** A part of a kept answer, with a note on where it stands and how to go on. */
export interface ReadPart {
  readonly text: string;
  readonly note: string;
  /** The value that was selected, if any. */
  readonly value?: unknown;
}
