import type { ClientName } from './clients';

/** How bad a finding is: a client refuses it, a model misreads it, or it could be better. */
export type Severity = 'error' | 'warning' | 'note';

/** What a finding is about. */
export interface LintSubject {
  readonly kind: 'tool' | 'prompt' | 'resource' | 'server';
  /** Its name, or the URI of a resource; empty for the server itself. */
  readonly name: string;
  /** The argument, as a path such as `filter.since` or `rows[].id`. */
  readonly field?: string | undefined;
}

/** What a rule found wrong with one subject. */
export interface Flaw {
  readonly subject: LintSubject;
  readonly message: string;
  /** How to put it right. */
  readonly cure: string;
  /** The clients that refuse it, where the rule is about clients. */
  readonly clients?: readonly ClientName[] | undefined;
  /** Where it is written, if the rule knows. */
  readonly at?: { readonly file: string; readonly line: number };
}

/** A flaw together with the rule that found it. */
export interface LintFinding extends Flaw {
  readonly rule: string;
  readonly severity: Severity;
}

/** Names the subject of a finding in messages. */
export function subjectText({ kind, name, field }: LintSubject): string {
  if (kind === 'server') return 'the server';
  return `${kind} ${name}${field === undefined ? '' : `, ${field}`}`;
}

/** A finding with where its subject is written, as far as that is known. */
export interface PlacedFinding extends LintFinding {
  /** The class or file that the tool comes from. */
  readonly source?: string | undefined;
  /** The file, relative to the working directory. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  /** Whether `--fix` put it right. */
  readonly fixed?: boolean | undefined;
}
