import { ErrorCode } from '../errors';
import { FileProblem } from '../disk/file-problem';
import { describeDecision, type Refused } from '../policy/policy-decision';
import { PathRefused } from '../policy/path-refused';
import { Result, type Failure } from '../result';

/** Makes a failure with its error type and a code of the error table. */
export function failure(
  message: string,
  errorType: string,
  code: number = ErrorCode.Execution,
  more: Record<string, unknown> = {},
): Failure {
  return Result.failure(message, errorType, { errorData: { code, ...more } });
}

/** Turns a FileProblem into a failure; rethrows anything else. */
export function fileFailure(error: unknown): Failure {
  if (!(error instanceof FileProblem)) throw error;
  return failure(
    error.message,
    error.kind,
    ErrorCode.Execution,
    error instanceof PathRefused ? { rule: error.decision.rule } : {},
  );
}

/** The refusal of a command line, with the rule that refused it. */
export function commandFailure(decision: Refused, what = 'Command'): Failure {
  return failure(`${what} ${describeDecision(decision)}`, 'refused', ErrorCode.Execution, {
    rule: decision.rule,
  });
}
