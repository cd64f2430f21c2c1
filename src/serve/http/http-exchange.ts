/** The headers of an answer, by lower-case name. */
export type AnswerHeaders = Readonly<Record<string, string>>;

/** The body of an answer that is written in pieces. */
export interface EventSink {
  /** Writes text; a client that leaves too much unread is disconnected. */
  write(text: string): void;
  end(): void;
}

/** One HTTP request and its answer, whatever server it came through. */
export interface HttpExchange {
  readonly method: string;
  /** The path, without the query. */
  readonly path: string;
  /** The request as its server gave it. */
  readonly source: object;
  /** The address at the other end of the connection; undefined if the server doesn't say. */
  readonly peer: string | undefined;
  /** Whether the connection is encrypted. */
  readonly secure: boolean;
  /** Headers of every answer to this request. */
  readonly extra: Record<string, string>;
  /** Whether the request has more than one Host. */
  readonly hasDoubledHost: boolean;
  /** The status that was sent, if any. */
  readonly status: number | undefined;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Reads the whole body; undefined if it is longer than the limit in bytes. Not called if the client goes away. */
  readBody(limit: number, done: (text: string | undefined) => void): void;
  /** Sends the whole answer. */
  send(status: number, headers?: AnswerHeaders, body?: string): void;
  /** Begins an answer that is written in pieces. */
  stream(status: number, headers: AnswerHeaders): EventSink;
  /** Calls a listener when the answer was sent, or the client has gone. */
  onEnd(listener: () => void): void;
}
