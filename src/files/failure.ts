import { ErrorCode } from '../errors';
import { FileProblem } from '../disk/file-problem';
import { describeDecision, type Refused } from '../policy/decision';
import { PathRefused } from '../policy/path-refused';
import { ToolResult } from '../tool-result';

/** Makes an error result with its text, its error type and a code of the error table. */
export function failure(
  message: string,
  errorType: string,
  code: number = ErrorCode.Execution,
  more: Record<string, unknown> = {},
): ToolResult {
  const structured = { success: false, error: message, error_type: errorType, error_data: { code, ...more } };
  return new ToolResult([{ type: 'text', text: message }], true, structured);
}

/** Turns a FileProblem into an error result; rethrows anything else. */
export function fileFailure(error: unknown): ToolResult {
  if (!(error instanceof FileProblem)) throw error;
  return failure(
    error.message,
    error.kind,
    ErrorCode.Execution,
    error instanceof PathRefused ? { rule: error.decision.rule } : {},
  );
}

/** The refusal of a command line, with the rule that refused it. */
export function commandFailure(decision: Refused, what = 'Command'): ToolResult {
  return failure(`${what} ${describeDecision(decision)}`, 'refused', ErrorCode.Execution, {
    rule: decision.rule,
  });
}
