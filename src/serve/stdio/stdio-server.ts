/** A server on stdio that runs until its client disconnects or it is closed. */
export interface StdioServer {
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
  /** Closes the connection once running calls are answered or the grace period is over. */
  close(): Promise<void>;
}
