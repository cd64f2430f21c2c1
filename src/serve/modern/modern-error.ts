import { ErrorCode, MissingCapabilityError, ToolNotFoundError } from '../../errors';
import { ResourceNotFoundError } from '../../registries/resource-registry';
import { protocolError } from '../protocol-error';

const MISSING_CAPABILITY = -32021;
const UNKNOWN_RESOURCE = -32002;

/** Returns an error as this revision demands it; the number of our own table stays in `data.code`. */
export function modernError(thrown: unknown): { code: number; message: string; data?: unknown } {
  if (thrown instanceof MissingCapabilityError)
    return {
      code: MISSING_CAPABILITY,
      message: thrown.message,
      data: { requiredCapabilities: thrown.required, code: thrown.code },
    };
  const error = protocolError(thrown);
  const unknown = thrown instanceof ToolNotFoundError || error.code === UNKNOWN_RESOURCE;
  if (!unknown) return error;
  const uri = thrown instanceof ResourceNotFoundError && { uri: thrown.uri };
  return {
    code: ErrorCode.Validation,
    message: error.message,
    data: { ...(error.data as object), ...uri, code: error.code },
  };
}
