import type { JsonSchema } from '../base/json-schema';
import { alternatives } from './allowed-text';
import { describeValue } from './describe-value';
import type { Compile } from './check-members';
import { hasType } from './json-types';
import type { Problem } from './problem';
import type { Check, Report } from './check-report';

/** Checks that a value matches at least one of several schemas. */
export function anyOfCheck(branches: readonly JsonSchema[], compile: Compile): Check {
  const checks = branches.map(compile);
  const allowed = alternatives(branches);
  const takesStrings = branches.some((branch) => branch.type === 'string' || branch.type === undefined);
  return (value, report) => {
    const refusals: Problem[][] = [];
    for (const repairing of takesStrings || !report.repairing ? [false] : [false, true]) {
      for (const check of checks) {
        const attempt: Report = { problems: [], repairs: [], repairing, exact: report.exact };
        const checked = check(value, attempt);
        if (!attempt.problems.length) {
          report.repairs.push(...attempt.repairs);
          return checked;
        }
        if (!repairing) refusals.push(attempt.problems);
      }
    }
    report.problems.push(
      ...(meant(refusals, value, branches) ?? [
        { field: '', message: `must be ${allowed}`, received: describeValue(value), allowed },
      ]),
    );
    return value;
  };
}

// If only one branch can be meant, its problems say more than the list of branches: the one whose own rules the value keeps, with
// problems further inside, or else the only one for values of its type.
function meant(
  refusals: readonly Problem[][],
  value: unknown,
  branches: readonly JsonSchema[],
): Problem[] | undefined {
  const near = refusals.filter((problems) => problems.every((problem) => problem.field !== ''));
  if (near.length) return near.length === 1 ? near[0] : undefined;
  const ofType = refusals.filter(
    (_, at) => branches[at]!.type === undefined || hasType(value, branches[at]!.type),
  );
  return ofType.length === 1 ? ofType[0] : undefined;
}
