/** What a command receives from the outside world. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
}

/** One command of the command line. */
export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** Its usage text, with its options. */
  readonly usage: string;
  /** Runs it; returns the exit code. */
  run(args: string[], io: Io): Promise<number>;
}

/** A mistake in how a command was called: shown without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
