import { ErrorCode, toProtocolError, ToolError } from '../errors';

/** Returns the error of a failed request as it is sent; anything without a code is an internal error. */
export function protocolError(thrown: unknown): { code: number; message: string; data?: unknown } {
  if (thrown instanceof ToolError) return toProtocolError(thrown);
  const {
    code,
    message = 'Internal error',
    data,
  } = thrown as { code?: unknown; message?: string; data?: unknown };
  return {
    code: Number.isSafeInteger(code) ? (code as number) : ErrorCode.Internal,
    message,
    ...(data !== undefined && { data }),
  };
}
