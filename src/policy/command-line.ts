/** One word of a command line, with its quotes taken off. */
export interface Word {
  readonly text: string;
  /** The same as a glob, quoted parts escaped, when an unquoted `*`, `?` or `[` stands in it. */
  readonly glob?: string;
  /** Whether any part of it was quoted: a quoted word is never a keyword. */
  readonly quoted: boolean;
}

/** Where a stream of a command is sent. */
export type ParsedRedirect =
  | { readonly kind: 'read' | 'write' | 'append'; readonly stream: 0 | 1 | 2; readonly target: Word }
  | { readonly kind: 'duplicate'; readonly stream: 0 | 1 | 2; readonly of: 1 | 2 };

/** One command of a line: a program, its arguments, its variables and its streams. */
export interface SimpleCommand {
  readonly assignments: readonly { readonly name: string; readonly value: string }[];
  readonly words: readonly Word[];
  readonly redirects: readonly ParsedRedirect[];
}

/** Commands joined by `|`, and on what outcome of the ones before them they run. */
export interface ParsedStep {
  readonly when: 'always' | 'success' | 'failure';
  readonly negated: boolean;
  readonly commands: readonly SimpleCommand[];
}

/** Thrown for a line that can't be judged, with the reason and a cure. */
export class UnjudgeableLineError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnjudgeableLineError';
  }
}
