/** A server on HTTP that runs until it is closed. */
export interface HttpServer {
  /** The address for clients. */
  readonly url: string;
  readonly port: number;
  /** Resolves when the last connection has ended. */
  readonly ended: Promise<void>;
  /** Takes no new connections, answers what was accepted, and ends. */
  close(): Promise<void>;
}
