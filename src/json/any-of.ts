import type { JsonSchema } from '../base/json-schema';
import { alternatives } from './allowed-text';
import { describeValue } from './describe-value';
import type { Compile } from './check-members';
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
        const attempt: Report = { problems: [], repairs: [], repairing };
        const checked = check(value, attempt);
        if (!attempt.problems.length) {
          report.repairs.push(...attempt.repairs);
          return checked;
        }
        if (!repairing) refusals.push(attempt.problems);
      }
    }
    report.problems.push(
      ...(meant(refusals) ?? [
        { field: '', message: `must be ${allowed}`, received: describeValue(value), allowed },
      ]),
    );
    return value;
  };
}

// If the value itself fits only one branch, the problems inside it say more than the list of branches.
function meant(refusals: readonly Problem[][]): Problem[] | undefined {
  const near = refusals.filter((problems) => problems.every((problem) => problem.field !== ''));
  return near.length === 1 ? near[0] : undefined;
}
