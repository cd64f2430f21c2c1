import type { Place } from './json-tree';

/** What sort of mistake it is; the names are those of the format's own validator, plus two. */
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

/** One thing wrong with a definition file. */
export interface DefinitionProblem extends Place {
  file: string;
  /** Such as `subcommand[0].options[2].type`; `root` for the file as a whole. */
  path: string;
  kind: ProblemKind;
  severity: 'error' | 'warning';
  message: string;
  suggestion?: string;
}

/** Reports a problem by its path; the caller looks up its place in the file. */
export type ReportAt = (
  path: string,
  kind: ProblemKind,
  message: string,
  suggestion?: string,
  severity?: DefinitionProblem['severity'],
) => void;

/** Whether any of the problems keeps the definition from being loaded. */
export function hasErrors(problems: readonly DefinitionProblem[]): boolean {
  return problems.some((problem) => problem.severity === 'error');
}

/** One problem in one line, as compilers print them, so that editors and CI can jump to it. */
export function problemLine(problem: DefinitionProblem): string {
  const cure = problem.suggestion ? ` (${problem.suggestion})` : '';
  const where = `${problem.file}:${problem.line}:${problem.column}`;
  return `${where}: ${problem.severity} [${problem.path}] ${problem.kind}: ${problem.message}${cure}`;
}

/** All problems of one file for people: a header, numbered problems, each with its suggestion. */
export function problemReport(file: string, problems: readonly DefinitionProblem[]): string {
  const lines: string[] = [];
  for (const severity of ['error', 'warning'] as const) {
    const chosen = problems.filter((problem) => problem.severity === severity);
    if (!chosen.length) continue;
    lines.push(`${file}: found ${chosen.length} ${severity}${chosen.length === 1 ? '' : 's'}:`);
    chosen.forEach((problem, index) => {
      const place = `line ${problem.line}, column ${problem.column}`;
      lines.push(`  ${index + 1}. [${problem.path}] ${problem.message} (${problem.kind}, ${place})`);
      if (problem.suggestion) lines.push(`     Suggestion: ${problem.suggestion}`);
    });
  }
  return lines.join('\n');
}
