/** What one run may use; everything beyond is refused or ends it. */
export interface SandboxLimits {
  readonly timeoutMs: number;
  /** The most the engine's memory may grow to; not less than 16 MiB. */
  readonly memoryBytes: number;
  /** The engine's own stack. */
  readonly stackBytes: number;
  /** Calls of tools in all, and how many of them go on at once. */
  readonly calls: number;
  readonly callsAtOnce: number;
  /** Characters of arguments sent to tools, and of printed output, in all. */
  readonly sentCharacters: number;
  readonly printedCharacters: number;
  /** Characters of the result as JSON. */
  readonly resultCharacters: number;
  /** Runs at once; further ones wait for their turn. */
  readonly runsAtOnce: number;
}

/** Generous for honest work, small for the machine. */
export const DEFAULT_LIMITS: SandboxLimits = Object.freeze({
  timeoutMs: 30_000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  calls: 10_000,
  callsAtOnce: 64,
  sentCharacters: 32 * 1024 * 1024,
  printedCharacters: 256 * 1024,
  resultCharacters: 8 * 1024 * 1024,
  runsAtOnce: 4,
});
