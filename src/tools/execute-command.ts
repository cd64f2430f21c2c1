// How to write a tool: src/tools/README.md
import { DEFAULT_COMMAND_SECONDS, ExecuteCommandArgs } from '../args/execute-command';
import { RETURNED } from '../args/returned';
import { traceparentOf } from '../calls/call-context';
import { Tool } from '../decorators';
import { ErrorCode } from '../errors';
import { callerOf } from '../files/file-caller';
import { commandFailure, failure, fileFailure } from '../files/file-failure';
import { CommandRunner } from '../policy/command-runner';
import type { ProcessExit } from '../process/process-exit';
import { Result, type Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Interval between progress reports while a command prints. */
const PROGRESS_MS = 500;

/** Runs a command line that the policy allows, and returns its exit code and output. */
@Tool({
  args: ExecuteCommandArgs,
  returns: RETURNED.exit,
  description: 'Execute a shell command.',
  usage:
    "Returns exit_code, stdout and stderr; a non-zero exit_code is not an error. Pipes, &&, ||, ; and redirections work; variables, substitutions and background commands do not. Only allowed commands run, on allowed paths only; a refusal names the rule. A timeout above the operator's limit is cut to it, and the answer says so.",
  examples: [
    { args: { command: 'ls -l src' }, explains: 'Lists a directory.' },
    {
      args: { command: "grep -rn 'TODO' src | grep -v test", timeout: 10 },
      explains: 'Runs a pipeline with a 10-second limit.',
    },
  ],
  category: 'system',
  tags: ['system', 'command'],
  timeoutSeconds: 0,
  annotations: {
    title: 'Execute command',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  },
})
export class ExecuteCommand {
  constructor(private readonly runner: CommandRunner) {}

  async run(args: ExecuteCommandArgs, context: ToolContext): Promise<ToolResult | Failure> {
    try {
      const result = await this.runner.run({
        ...(await callerOf(context)),
        line: args.command,
        timeoutSeconds: args.timeout,
        signal: context.signal,
        ...traceparentOf(context),
        onOutput: reportProgress(context),
        ...(args.workingDir !== undefined && { workingDirectory: args.workingDir }),
      });
      return 'refused' in result
        ? commandFailure(result.refused)
        : render(result.outcome, result.timeoutSeconds, args.timeout);
    } catch (error) {
      return fileFailure(error);
    }
  }
}

function render(outcome: ProcessExit, timeoutSeconds: number, asked: number): ToolResult | Failure {
  const cut =
    timeoutSeconds < asked
      ? `The operator allows at most ${timeoutSeconds} s (tools.execute_command.timeout), so a timeout of ${asked} s has no effect.`
      : undefined;
  const output = { stdout: outcome.stdout, stderr: outcome.stderr };
  if (outcome.state === 'timed_out') {
    const waited = outcome.error?.includes('limits.commands') ? ` (${outcome.error})` : '';
    return Result.failure(`Command timed out after ${timeoutSeconds}s${waited}`, 'timeout', {
      ...(cut !== undefined && { instruction: `${cut} Run less at once.` }),
      errorData: { code: ErrorCode.Timeout, ...output },
    });
  }
  if (outcome.state === 'cancelled')
    return failure('Command cancelled', 'cancelled', ErrorCode.Execution, output);
  if (outcome.state === 'spawn_error')
    return failure(outcome.error ?? 'Command could not be started', 'spawn_error');
  const done = ToolResult.json({
    exit_code: outcome.exitCode ?? -1,
    ...output,
    ...(outcome.signal && { signal: outcome.signal }),
    ...(outcome.limit !== undefined && { limit: outcome.limit }),
    ...(outcome.truncated && { truncated: true }),
    ...(cut !== undefined && asked !== DEFAULT_COMMAND_SECONDS && { note: cut }),
  });
  return outcome.truncated ? done.asPage({ missing: 'the middle of the output was dropped' }) : done;
}

// Reports the last line printed and the number of bytes so far, at most twice a second.
function reportProgress(context: ToolContext): (chunk: Buffer) => void {
  let bytes = 0;
  let last = -Infinity;
  return (chunk) => {
    bytes += chunk.length;
    const now = performance.now();
    if (now - last < PROGRESS_MS) return;
    last = now;
    const line = chunk.toString('utf8').trimEnd().split('\n').at(-1) ?? '';
    context.progress({ progress: bytes, message: line.slice(0, 200) });
  };
}
