/** Thrown when no further operation can be accepted. */
export class OperationsFullError extends Error {
  override readonly name = 'OperationsFullError';
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
