import { howMany } from '../base/how-many';
import type { Place } from './definition-tree';

/** The kind of a problem; the names are those of the format's own validator, plus two. */
export type ProblemKind =
  | 'Syntax'
  | 'MissingRequired'
  | 'InvalidType'
  | 'InvalidValue'
  | 'InvalidFormat'
  | 'UnknownField'
  | 'ConstraintViolation'
  | 'LogicalInconsistency'
  | 'Security';

/** One problem in a definition file. */
export interface DefinitionProblem extends Place {
  file: string;
  /** For example `subcommand[0].options[2].type`; `root` for the whole file. */
  path: string;
  kind: ProblemKind;
  severity: 'error' | 'warning';
  message: string;
  suggestion?: string;
}

/** Reports a problem by path; the receiver looks up its position in the file. */
export type ReportAt = (
  path: string,
  kind: ProblemKind,
  message: string,
  suggestion?: string,
  severity?: DefinitionProblem['severity'],
) => void;

/** Returns whether any problem prevents the definition from loading. */
export function hasErrors(problems: readonly DefinitionProblem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** Formats a problem as compilers do, so that editors and CI can jump to it. */
export function problemLine(problem: DefinitionProblem): string {
  const cure = problem.suggestion ? ` (${problem.suggestion})` : '';
  const where = `${problem.file}:${problem.line}:${problem.column}`;
  return `${where}: ${problem.severity} [${problem.path}] ${problem.kind}: ${problem.message}${cure}`;
}

/** Formats all problems of a file for people: a header, then numbered problems with suggestions. */
export function problemReport(file: string, problems: readonly DefinitionProblem[]): string {
  const lines: string[] = [];
  for (const severity of ['error', 'warning'] as const) {
    const chosen = problems.filter((problem) => problem.severity === severity);
    if (!chosen.length) continue;
    lines.push(`${file}: found ${howMany(chosen.length, severity)}:`);
    chosen.forEach((problem, index) => {
      const place = `line ${problem.line}, column ${problem.column}`;
      lines.push(`  ${index + 1}. [${problem.path}] ${problem.message} (${problem.kind}, ${place})`);
      if (problem.suggestion) lines.push(`     Suggestion: ${problem.suggestion}`);
    });
  }
  return lines.join('\n');
}
