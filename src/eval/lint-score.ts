import { lintOffer, subjectText } from '../lint';
import type { Candidate } from './candidate';

/** How many tools lint has nothing against, and what it has. */
export interface LintScore {
  readonly label: string;
  /** Tools about which there is no error and no warning. */
  readonly clean: number;
  readonly of: number;
  readonly errors: number;
  readonly warnings: number;
  /** The errors and the warnings, the errors first. */
  readonly findings: readonly { readonly rule: string; readonly subject: string; readonly message: string }[];
}

/** Judges the texts of a candidate's tools by the rules of `toolwright lint`; notes don't count. */
export function lintScoreOf({ label, tools, instructions }: Candidate): LintScore {
  const found = lintOffer({ tools, instructions }).filter(({ severity }) => severity !== 'note');
  const flawed = new Set(found.flatMap(({ subject: { kind, name } }) => (kind === 'tool' ? [name] : [])));
  return {
    label,
    clean: tools.filter(({ name }) => !flawed.has(name)).length,
    of: tools.length,
    errors: found.filter(({ severity }) => severity === 'error').length,
    warnings: found.filter(({ severity }) => severity === 'warning').length,
    findings: found.map(({ rule, subject, message }) => ({ rule, subject: subjectText(subject), message })),
  };
}
