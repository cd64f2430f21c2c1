/** A request to the client, which travels in a result. */
export interface InputRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Reads the client's answer to a question; undefined if it is not a valid one, and the question is asked again. */
export type ReadAnswer<T> = (answer: Record<string, unknown>) => T | undefined;
