import { ErrorCode } from '../errors';
import type { ProcessExit } from '../process/process-exit';
import { ToolResult } from '../tool-result';
import { timeoutText, type LeafLimit } from './leaf-limit';

/** Facts about a run, besides its outcome. */
export interface RunFacts {
  command: readonly string[];
  cwd: string;
  limit: LeafLimit;
  /** What the caller has to know although the program may have succeeded. */
  note?: string | undefined;
  installInstructions?: string | undefined;
  /** What the operator can change if the sandbox made it fail. */
  cure?: string | undefined;
}

/** Makes a result from a finished program: its output as text, the whole outcome as data. */
export function exitResult(outcome: ProcessExit, facts: RunFacts): ToolResult {
  const isError = outcome.state !== 'completed';
  const verdict = withCure(verdictOf(outcome, facts), facts);
  // A time-out says it already.
  const noteText = outcome.state === 'timed_out' ? undefined : facts.note;
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
    ...(outcome.limit !== undefined && { limit: outcome.limit }),
    ...(isError && { error: verdict, error_data: { code } }),
    ...(noteText !== undefined && { note: noteText }),
  };
  const text = outputText(outcome.stdout, outcome.stderr, verdict);
  const texts = noteText === undefined ? [text] : [text, `[${noteText}]`];
  const content = texts.map((each) => ({ type: 'text' as const, text: each }));
  const result = new ToolResult(content, isError, value);
  return outcome.truncated ? result.asPage({ missing: 'the middle of the output was dropped' }) : result;
}

/** Joins what a program printed and how it ended. */
export function outputText(stdout: string, stderr: string, verdict: string | undefined): string {
  const parts: string[] = [];
  if (stdout) parts.push(stdout);
  if (stderr) parts.push(stdout ? `[stderr]\n${stderr}` : stderr);
  if (verdict) parts.push(verdict);
  return parts.length > 1
    ? parts.map((part) => part.trimEnd()).join('\n')
    : (parts[0] ?? 'Completed without output.');
}

/** Adds to a failure what the operator can do about it. */
export function withCure(verdict: string | undefined, { cure }: RunFacts): string | undefined {
  return verdict !== undefined && cure !== undefined ? `${verdict}. ${cure}` : verdict;
}

/** Describes how a program failed; undefined if it succeeded. */
export function verdictOf(outcome: ProcessExit, facts: RunFacts): string | undefined {
  switch (outcome.state) {
    case 'completed':
      return undefined;
    case 'failed':
      return (
        (outcome.exitCode === null
          ? `Command was terminated by ${outcome.signal}`
          : `Command failed with exit code ${outcome.exitCode}`) +
        (outcome.limit === undefined ? '' : `: ${outcome.limit}`)
      );
    case 'timed_out':
      return timeoutText('Command timed out after', facts.limit);
    case 'cancelled':
      return `Command was cancelled${outcome.error ? `: ${outcome.error}` : ''}`;
    case 'spawn_error':
      return [outcome.error ?? 'The command could not be started', facts.installInstructions]
        .filter(Boolean)
        .join('. ');
  }
}
