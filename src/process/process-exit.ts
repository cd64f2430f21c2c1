/** How a process ended: by itself with or without success, or because it was ended, or it never started. */
export type ProcessState = 'completed' | 'failed' | 'timed_out' | 'cancelled' | 'spawn_error';

/** What a finished process reports: one shape for success, failure, time-out, cancellation and spawn error. */
export interface ProcessExit {
  readonly state: ProcessState;
  /** The exit code; null when a signal ended it or it never started. */
  readonly exitCode: number | null;
  /** The signal that ended it, if one did. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output was left out; the text itself says where and how much. */
  readonly truncated: boolean;
  readonly durationMs: number;
  /** Why it did not start, or what ended it, in words. */
  readonly error?: string;
}

/** Which of the two output streams a chunk came from. */
export type OutputStream = 'stdout' | 'stderr';

/** The outcome of something that was refused or cancelled before any process existed. */
export function exitWithoutProcess(state: ProcessState, error: string): ProcessExit {
  return {
    state,
    exitCode: null,
    signal: null,
    stdout: '',
    stderr: '',
    truncated: false,
    durationMs: 0,
    error,
  };
}
