import { ErrorCode } from '../errors';
import { FileProblem } from '../policy/file-problem';
import { ToolResult } from '../tool-result';

/** A failure in the document's shape, with the table's code and a type beside the text. */
export function failure(
  message: string,
  errorType: string,
  code: number = ErrorCode.Execution,
  more: Record<string, unknown> = {},
): ToolResult {
  const structured = { success: false, error: message, error_type: errorType, error_data: { code, ...more } };
  return new ToolResult([{ type: 'text', text: message }], true, structured);
}

/** What went wrong with a file, as a result; anything else is thrown on. */
export function fileFailure(error: unknown): ToolResult {
  if (!(error instanceof FileProblem)) throw error;
  return failure(
    error.message,
    error.kind,
    ErrorCode.Execution,
    error.decision ? { rule: error.decision.rule } : {},
  );
}
