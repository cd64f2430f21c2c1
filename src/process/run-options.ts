import type { OutputStream } from './process-exit';
import type { SandboxPlan } from './bubblewrap';
import type { CommandLimits } from './process-limits';

/** One program to start, without a shell. */
export interface ProcessCommand {
  /** The program: an absolute path, or a name looked up on `env.PATH`. */
  readonly file: string;
  readonly args: readonly string[];
  /** Variables for this command only. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where its streams go, in the order written; by default stdin is empty and both outputs are collected. */
  readonly redirects?: readonly Redirect[];
}

/** Sends one stream of a command to a file or to where another stream goes. */
export type Redirect =
  | { readonly stream: 0 | 1 | 2; readonly to: 'stream'; readonly target: 1 | 2 }
  /** `open` is called just before the start; what it gives is closed right after it. */
  | { readonly stream: 0 | 1 | 2; readonly to: 'file'; readonly open: () => Promise<OpenDescriptor> };

/** An open file, as returned by `fs.promises.open`. */
export interface OpenDescriptor {
  readonly fd: number;
  close(): Promise<void>;
}

/** Options for running one or several commands. */
export interface RunOptions {
  readonly cwd: string;
  /** Opens the working directory when it is its turn, and says how it is called then; `cwd` by default. */
  readonly enter?: () => Promise<{ readonly self: string; close(): Promise<void> }>;
  /** The whole environment; nothing of the server's own is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Time limit in milliseconds; 0 or absent for none. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Bytes kept of each output stream, half from its start and half from its end. */
  readonly outputLimitBytes?: number;
  /** Input of the first command; empty by default. */
  readonly stdin?: string | Uint8Array;
  /** Called with each chunk of output. */
  readonly onOutput?: (chunk: Buffer, stream: OutputStream) => void;
  readonly sandbox?: SandboxPlan;
  /** What it may use; only the number of commands at once is limited by default. */
  readonly limits?: CommandLimits;
}

/** Default for the bytes kept of each output stream. */
export const DEFAULT_OUTPUT_LIMIT = 4 * 1024 * 1024;

/** The longest time limit that a timer supports. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
