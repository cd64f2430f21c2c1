/** One problem with a value, such as the arguments of a call. */
export interface Problem {
  /** The place, such as `tags[2]` or `point.x`; empty for the whole value. */
  field: string;
  message: string;
  /** The received value, shortened. */
  received?: string;
  /** What is allowed instead. */
  allowed?: string;
  /** The nearest known name, for an unknown field. */
  nearest?: string;
}
