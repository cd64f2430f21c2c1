import { ErrorCode, type CallCancelledError, type ToolTimeoutError } from '../errors';
import { exceptionMessage, Result, type Failure } from '../result';
import { invalidArguments } from '../invalid-arguments';
import type { Problem } from '../json/problem';
import type { Tool } from '../tool/tool';

/** The failure for arguments that don't fit: every problem, and one call that would work. */
export function validationFailure(
  tool: Tool,
  problems: readonly Problem[],
  example?: Record<string, unknown>,
): Failure {
  const consentMissing = problems.some((problem) => problem.field === tool.explicit?.field);
  if (!consentMissing)
    return invalidArguments(problems, { tool: tool.name, ...(example && { data: { example } }) });
  return invalidArguments(problems, {
    tool: tool.name,
    instruction:
      'This tool needs the explicit word of the user. Ask the user, and call it only if the user asks for exactly this.',
  });
}

/** The failure for a tool that threw; the wire carries the exception's type and message, never its stack. */
export function executionFailure(tool: string, error: unknown): Failure {
  return Result.failure(`Tool execution failed: ${exceptionMessage(error)}`, 'execution_error', {
    exception: error,
    errorData: { code: ErrorCode.Execution, tool },
  });
}

/** The failure for a tool that ran out of time. */
export function timeoutFailure(error: ToolTimeoutError): Failure {
  return Result.failure(error.message, 'timeout', {
    instruction: 'Tell the user. Try again only with less to do, or with a longer time limit.',
    errorData: { code: ErrorCode.Timeout, tool: error.tool },
  });
}

/** The failure for a call that its caller took back; few will ever read it. */
export function cancelledFailure(error: CallCancelledError): Failure {
  return Result.failure(error.message, 'cancelled', {
    errorData: { code: ErrorCode.Execution, tool: error.tool },
  });
}
