import type { OutputStream } from './process-exit';
import type { SandboxPlan } from './bubblewrap';

/** One program to start, without any shell. */
export interface ProcessCommand {
  /** The program: an absolute path, or a name that is looked up on `env.PATH`. */
  readonly file: string;
  readonly args: readonly string[];
  /** Variables for this command alone. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where its streams go, in the order written; by default stdin is empty and both outputs are collected. */
  readonly redirects?: readonly Redirect[];
}

/** Sends one stream of a command to a file or to where another stream goes. */
export type Redirect =
  | { readonly stream: 0 | 1 | 2; readonly to: 'stream'; readonly target: 1 | 2 }
  /** `open` is called just before the start; what it gives is closed right after it. */
  | { readonly stream: 0 | 1 | 2; readonly to: 'file'; readonly open: () => Promise<OpenDescriptor> };

/** An open file, as `fs.promises.open` gives it. */
export interface OpenDescriptor {
  readonly fd: number;
  close(): Promise<void>;
}

/** The conditions one or several commands run under. */
export interface RunOptions {
  readonly cwd: string;
  /** The whole environment; nothing of the server's own is added. */
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds until everything is ended; 0 or absent for no limit. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Bytes kept of each output stream, half from its beginning and half from its end. */
  readonly outputLimitBytes?: number;
  /** What the first command reads; empty by default. */
  readonly stdin?: string | Uint8Array;
  /** Hears each chunk as it comes. */
  readonly onOutput?: (chunk: Buffer, stream: OutputStream) => void;
  readonly sandbox?: SandboxPlan;
}

/** Bytes kept of each output stream unless said otherwise. */
export const DEFAULT_OUTPUT_LIMIT = 256 * 1024;

/** The longest time limit a timer can hold. */
export const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
