/** Thrown when no further operation can be accepted. */
export class OperationsFullError extends Error {
  override readonly name = 'OperationsFullError';
}

/** Returns the error for one more operation than may wait, or than there is room for with the bytes that wait. */
export function tooManyWaiting(waiting: number, bytes = 0): OperationsFullError {
  const size = bytes ? ` with ${bytes} bytes of arguments` : '';
  return new OperationsFullError(
    `${waiting} operations${size} are already waiting: try again when some have ended`,
  );
}

/** Thrown when shared operations can't be reached; nothing that was accepted is lost. */
export class OperationsAwayError extends Error {
  override readonly name = 'OperationsAwayError';

  constructor(
    message: string,
    /** Whether what was asked for may have been done all the same. */
    readonly maybeDone: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
