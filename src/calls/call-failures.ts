import { exceptionMessage } from '../base/exception';
import { ErrorCode, type CallCancelledError, type ToolTimeoutError } from '../errors';
import { Result, type Failure } from '../result';
import { invalidArguments } from '../invalid-arguments';
import type { Problem } from '../json/problem';
import type { ToolShape } from '../tool/tool';

/** The failure for invalid arguments: every problem, and an example of a valid call. */
export function validationFailure(
  tool: ToolShape,
  problems: readonly Problem[],
  example?: Record<string, unknown>,
): Failure {
  const consentMissing = problems.some((problem) => problem.field === tool.explicit?.field);
  if (!consentMissing)
    return invalidArguments(problems, { tool: tool.name, ...(example && { data: { example } }) });
  return invalidArguments(problems, {
    tool: tool.name,
    instruction:
      'This tool requires an explicit instruction. Ask the user, and call it only if the user requests exactly this.',
  });
}

/** The failure for a tool that threw; clients get the exception's type and message, never its stack. */
export function executionFailure(tool: string, error: unknown): Failure {
  return Result.failure(`Tool execution failed: ${exceptionMessage(error)}`, 'execution_error', {
    exception: error,
    errorData: { code: ErrorCode.Execution, tool },
  });
}

/** The failure for a tool that exceeded its time limit. */
export function timeoutFailure(error: ToolTimeoutError): Failure {
  return Result.failure(error.message, 'timeout', {
    instruction: 'Tell the user. Retry only with a smaller task or a longer time limit.',
    errorData: { code: ErrorCode.Timeout, tool: error.tool },
  });
}

/** The failure for a cancelled call; clients usually discard it. */
export function cancelledFailure(error: CallCancelledError): Failure {
  return Result.failure(error.message, 'cancelled', {
    errorData: { code: ErrorCode.Execution, tool: error.tool },
  });
}
