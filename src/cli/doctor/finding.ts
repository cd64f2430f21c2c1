/** One thing that `toolwright doctor` looked at. */
export interface Finding {
  /** What was looked at, in a word or two. */
  readonly topic: string;
  /** Right, worth knowing, or wrong. */
  readonly verdict: 'ok' | 'note' | 'problem';
  readonly text: string;
  /** How to put it right. */
  readonly cure?: string;
  /** The topics whose problems make this one; it is left out where one of them has any. */
  readonly because?: readonly string[];
  /** What to say instead where nothing follows from this problem: it is none then. */
  readonly harmless?: string;
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

/** Makes a finding that only follows from the settings of the compiler, if something is wrong with those. */
export function bySettings(topic: string, text: string, cure: string): Finding {
  return { ...problem(topic, text, cure), because: ['tsconfig.json', 'decorators'] };
}

/** Returns findings without those that follow from others, which say more. */
export function causesIn(all: readonly Finding[]): Finding[] {
  const causes = new Set(all.flatMap(({ because = [] }) => because));
  const findings = all.map(({ harmless, ...finding }) =>
    harmless === undefined || causes.has(finding.topic) ? finding : note(finding.topic, harmless),
  );
  const wrong = new Set(findings.filter(({ verdict }) => verdict === 'problem').map(({ topic }) => topic));
  return findings.flatMap(({ because = [], ...finding }) =>
    because.some((topic) => wrong.has(topic)) ? [] : [finding],
  );
}
