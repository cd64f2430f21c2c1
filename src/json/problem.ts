/** One thing wrong with a value, such as the arguments of a call. */
export interface Problem {
  /** Where, such as `tags[2]` or `point.x`; empty for the value as a whole. */
  field: string;
  message: string;
  /** What came, shortened. */
  received?: string;
  /** What would be right. */
  allowed?: string;
  /** The nearest right name, for an unknown field. */
  nearest?: string;
}
