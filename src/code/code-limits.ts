/** Limits of one run; exceeding one is refused or ends the run. */
export interface CodeLimits {
  readonly timeoutMs: number;
  /** Maximum memory of the engine; at least 16 MiB. */
  readonly memoryBytes: number;
  /** Stack size of the engine. */
  readonly stackBytes: number;
  /** Total number of tool calls, and how many run concurrently. */
  readonly calls: number;
  readonly callsAtOnce: number;
  /** Total characters of arguments sent to tools, and of printed output. */
  readonly sentCharacters: number;
  readonly printedCharacters: number;
  /** Maximum characters of the result as JSON. */
  readonly resultCharacters: number;
  /** Number of concurrent runs; further ones wait. */
  readonly runsAtOnce: number;
}

/** Defaults that are generous for normal work and small for the machine. */
export const DEFAULT_CODE_LIMITS: CodeLimits = Object.freeze({
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
