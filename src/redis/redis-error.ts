/** Redis can't be reached, or did not answer in time. */
export class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError';

  constructor(
    shown: string,
    why: string,
    /** Whether the command had been sent, so that it may have been carried out. */
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super(`Redis at ${shown} can't be reached (${why}). Try again when it is back`, options);
  }
}

/** The packages that a shared Redis is reached with are not installed. */
export class RedisMissingError extends Error {
  override readonly name = 'RedisMissingError';

  constructor(wanted: string, options?: ErrorOptions) {
    super(`${wanted} is needed for a shared Redis and is not installed: npm install bullmq ioredis`, options);
  }
}
