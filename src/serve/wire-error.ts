import { ErrorCode } from '../errors';

/** An error that is sent with exactly this code, message and data. */
export class WireError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
    this.name = 'WireError';
  }
}

/** Rejects parameters that do not match the protocol. */
export function invalidParams(message: string): WireError {
  return new WireError(ErrorCode.Validation, message);
}
