/** One word of a command line, without its quotes. */
export interface Word {
  readonly text: string;
  /** The word as a glob, with quoted parts escaped, if it contains an unquoted `*`, `?` or `[`. */
  readonly glob?: string;
  /** Whether any part of it was quoted: a quoted word is never a keyword. */
  readonly quoted: boolean;
  /** The word with a NUL in place of each quoted part: what a shell could expand or take for syntax. */
  readonly unquoted: string;
}

/** A redirection of one stream. */
export type ParsedRedirect =
  | { readonly kind: 'read' | 'write' | 'append'; readonly stream: 0 | 1 | 2; readonly target: Word }
  | { readonly kind: 'duplicate'; readonly stream: 0 | 1 | 2; readonly of: 1 | 2 };

/** One command of a line: a program, its arguments, its variables and its streams. */
export interface SimpleCommand {
  readonly assignments: readonly { readonly name: string; readonly value: string }[];
  readonly words: readonly Word[];
  readonly redirects: readonly ParsedRedirect[];
}

/** A pipeline, and the condition on the previous outcome for running it. */
export interface ParsedStep {
  readonly when: 'always' | 'success' | 'failure';
  readonly negated: boolean;
  readonly commands: readonly SimpleCommand[];
}

/** Thrown for a line that cannot be judged, with the reason and a remedy. */
export class UnjudgeableLineError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnjudgeableLineError';
  }
}
