import type { JsonSchema } from '../base/json-schema';
import { compileCheck } from '../json/checker';
import type { Problem } from '../json/problem';
import type { Report } from '../json/check-report';
import type { ShownProblem } from './inspect-wire';

/** Returns what a schema has against arguments; nothing if it can't be read. */
export function argumentProblems(args: Record<string, unknown>, schema: JsonSchema): ShownProblem[] {
  const report: Report = { problems: [], repairs: [], repairing: false };
  try {
    compileCheck(schema)(args, report);
  } catch {
    return [];
  }
  return report.problems.map(shown);
}

/** Makes a problem fit for the page. */
export function shown({ field, message }: Problem): ShownProblem {
  return { field, message };
}
