/** A request that the server answered with a protocol error. */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}
