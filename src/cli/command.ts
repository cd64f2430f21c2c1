import type { CommandName } from './command-names';

/** What a command does with an app: one that judges refuses to take another one in its place, one that calls says so. */
export type AppUse = 'judges' | 'calls';

/** What a command receives from the outside world. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Reads stdin to its end; absent where there is none. */
  readonly readStdin?: () => Promise<string>;
  /** Which of the outputs a person sees. */
  readonly isTerminal?: { readonly stdout: boolean; readonly stderr: boolean };
  /** The person at the terminal; absent where input or output is a pipe. */
  readonly terminal?: Terminal;
  /** Ends the process as soon as the command has, since something of an author's is still waiting and may keep it. */
  readonly endAfterwards?: () => void;
}

/** A person who reads what is printed and can answer questions. */
export interface Terminal {
  readonly columns: number;
  /** Asks for one line; undefined if the person ended the input. What is typed for a secret is not shown. */
  question(text: string, options?: { secret?: boolean }): Promise<string | undefined>;
  /** Calls a listener whenever the person presses Enter; the keys that end a process still do. */
  onEnter(listener: () => void): void;
}

/** One command of the command line. */
export interface Command {
  readonly name: CommandName;
  /** What it does with an app, if it takes that of the project it is run in. */
  readonly appUse?: AppUse;
  /** Its usage text, with its options. */
  readonly usage: string;
  /** Returns the help for these words where it depends on them; `usage` otherwise. */
  help?(args: string[], io: Io): Promise<string | undefined>;
  /** Runs it; returns the exit code. */
  run(args: string[], io: Io): Promise<number>;
}

/** A mistake in how a command was called: shown without a stack, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command line that the chosen app can't meet, such as a tool it doesn't have: shown after the line that says which app that is. */
export class AppUsageError extends UsageError {}
