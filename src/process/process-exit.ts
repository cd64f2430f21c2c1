/** How a process ended: on its own, with or without success; because it was stopped; or it never started. */
export type ProcessState = 'completed' | 'failed' | 'timed_out' | 'cancelled' | 'spawn_error';

/** The outcome of a process: one shape for success, failure, timeout, cancellation and spawn error. */
export interface ProcessExit {
  readonly state: ProcessState;
  /** The exit code; null if a signal ended it or it never started. */
  readonly exitCode: number | null;
  /** The signal that ended it, if one did. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether output was omitted; the text itself says where and how much. */
  readonly truncated: boolean;
  readonly durationMs: number;
  /** Why it did not start, or what ended it. */
  readonly error?: string;
  /** The limit that ended it, in words. */
  readonly limit?: string;
}

/** Which of the two output streams a chunk came from. */
export type OutputStream = 'stdout' | 'stderr';

/** Makes the outcome of a run that was refused or cancelled before any process started. */
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
