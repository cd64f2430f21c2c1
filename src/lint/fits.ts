import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';

/** Returns whether a default or example that a server lists keeps its schema; one that can't be checked is taken to do so. */
export function fits(value: unknown, schema: Readonly<Record<string, unknown>>): boolean {
  const report: Report = { problems: [], repairs: [], repairing: false };
  try {
    compileCheck(schema)(value, report);
  } catch {
    return true;
  }
  return report.problems.length === 0;
}
