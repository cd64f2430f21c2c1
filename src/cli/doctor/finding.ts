/** One thing that `toolwright doctor` looked at. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly topic: string;
  /** Right, worth knowing, or wrong. */
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly text: string;
  /** How to put it right. */
  readonly cure?: string;
}

/** Makes a finding that is as it should be. */
export function ok(topic: string, text: string): Finding {
  return { topic, verdict: 'ok', text };
}

/** Makes a finding that is worth knowing. */
export function note(topic: string, text: string, cure?: string): Finding {
  return { topic, verdict: 'note', text, ...(cure !== undefined && { cure }) };
}

/** Makes a finding that has to be put right. */
export function problem(topic: string, text: string, cure: string): Finding {
  return { topic, verdict: 'problem', text, cure };
}
