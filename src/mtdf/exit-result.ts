import { ErrorCode } from '../errors';
import type { ProcessExit } from '../process/process-exit';
import { ToolResult } from '../tool-result';

/** What is told of a run besides its outcome. */
export interface RunFacts {
  command: readonly string[];
  cwd: string;
  timeoutSeconds: number;
  installInstructions?: string | undefined;
}

/** A finished program as a result: its output as plain text, the whole outcome as data. */
export function exitResult(outcome: ProcessExit, facts: RunFacts): ToolResult {
  const isError = outcome.state !== 'completed';
  const verdict = verdictOf(outcome, facts);
  const code = outcome.state === 'timed_out' ? ErrorCode.Timeout : ErrorCode.Execution;
  const value = {
    state: outcome.state,
    exit_code: outcome.exitCode,
    stdout: outcome.stdout,
    stderr: outcome.stderr,
    duration_ms: Math.round(outcome.durationMs),
    truncated: outcome.truncated,
    command: facts.command,
    working_directory: facts.cwd,
    ...(outcome.signal && { signal: outcome.signal }),
    ...(isError && { error: verdict, error_data: { code } }),
  };
  return new ToolResult([{ type: 'text', text: textOf(outcome, verdict) }], isError, value);
}

function textOf({ stdout, stderr }: ProcessExit, verdict: string | undefined): string {
  const parts: string[] = [];
  if (stdout) parts.push(stdout);
  if (stderr) parts.push(stdout ? `[stderr]\n${stderr}` : stderr);
  if (verdict) parts.push(verdict);
  return parts.length > 1
    ? parts.map((part) => part.trimEnd()).join('\n')
    : (parts[0] ?? 'Completed without output.');
}

/** What became of a program, in a sentence; nothing when it ended well. */
export function verdictOf(outcome: ProcessExit, facts: RunFacts): string | undefined {
  switch (outcome.state) {
    case 'completed':
      return undefined;
    case 'failed':
      return outcome.exitCode === null
        ? `Command was ended by ${outcome.signal}`
        : `Command failed with exit code ${outcome.exitCode}`;
    case 'timed_out':
      return `Command timed out after ${facts.timeoutSeconds}s`;
    case 'cancelled':
      return `Command was cancelled${outcome.error ? `: ${outcome.error}` : ''}`;
    case 'spawn_error':
      return [outcome.error ?? 'The command could not be started', facts.installInstructions]
        .filter(Boolean)
        .join('. ');
  }
}
