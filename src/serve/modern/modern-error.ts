import { ErrorCode, ToolNotFoundError } from '../../errors';
import { ResourceNotFoundError } from '../../registries/resource-registry';
import { protocolError } from '../protocol-error';

/** Returns an error as this revision demands it; the number of our own table stays in `data.code`. */
export function modernError(thrown: unknown): { code: number; message: string; data?: unknown } {
  const error = protocolError(thrown);
  const unknown = thrown instanceof ToolNotFoundError || thrown instanceof ResourceNotFoundError;
  if (!unknown) return error;
  const uri = thrown instanceof ResourceNotFoundError && { uri: thrown.uri };
  return {
    code: ErrorCode.Validation,
    message: error.message,
    data: { ...(error.data as object), ...uri, code: error.code },
  };
}
