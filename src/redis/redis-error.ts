/** Redis can't be reached, or did not answer in time. Its message may reach a caller, so where Redis is and why it is away is told apart. */
export class RedisAwayError extends Error {
  override readonly name = 'RedisAwayError';

  /** For the log. */
  readonly details: string;

  constructor(
    shown: string,
    why: string,
    /** Whether the command had been sent, so that it may have been carried out. */
    readonly sent: boolean,
    options?: ErrorOptions,
  ) {
    super("The Redis that the servers share can't be reached. Try again when it is back", options);
    this.details = `${shown}: ${why}`;
  }
}

/** The packages that a shared Redis is reached with are not installed. */
export class RedisMissingError extends Error {
  override readonly name = 'RedisMissingError';

  constructor(wanted: string, options?: ErrorOptions) {
    super(`${wanted} is needed for a shared Redis and is not installed: npm install bullmq ioredis`, options);
  }
}
