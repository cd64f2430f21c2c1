import { ErrorCode, type CallCancelledError, type ToolTimeoutError } from '../errors';
import { exceptionMessage, Result, type Failure } from '../result';
import type { Problem } from '../json/problem';
import type { Tool } from '../tool/tool';

/** The failure for arguments that don't fit: every problem, and one call that would work. */
export function validationFailure(
  tool: Tool,
  problems: readonly Problem[],
  example?: Record<string, unknown>,
): Failure {
  const list = problems.map((problem) => `${problem.field || 'arguments'} ${problem.message}`).join('; ');
  const consentMissing = problems.some((problem) => problem.field === tool.explicit?.field);
  const shown = consentMissing ? undefined : example;
  return Result.failure(`Invalid arguments for ${tool.name}: ${list}`, 'validation_error', {
    instruction: consentMissing
      ? 'This tool needs the explicit word of the user. Ask the user, and call it only if the user asks for exactly this.'
      : 'Correct the arguments as told under validation_errors and call the tool again.',
    errorData: { code: ErrorCode.Validation, validation_errors: problems, ...(shown && { example: shown }) },
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
