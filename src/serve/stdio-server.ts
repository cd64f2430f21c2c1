/** A server on stdio, running until its client goes or it is closed. */
export interface StdioServer {
  /** Settles when the connection has ended. */
  readonly ended: Promise<void>;
  /** Ends the connection, once what is under way was answered or its grace is over. */
  close(): Promise<void>;
}
