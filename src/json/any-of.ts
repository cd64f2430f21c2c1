import type { JsonSchema } from '../base/json-schema';
import { flatBranches } from './branch-parts';
import type { Compile } from './check-members';
import { unfitProblems } from './nearest-branch';
import { unfitBranch } from './unfit-branch';
import type { Check, Report } from './check-report';

// A compiled schema has no references.
const NO_ROOT: JsonSchema = {};

/** Checks that a value matches at least one of several schemas. */
export function anyOfCheck(stated: readonly JsonSchema[], compile: Compile): Check {
  const branches = flatBranches(stated);
  const checks = branches.map(compile);
  const takesStrings = branches.some((branch) => branch.type === 'string' || branch.type === undefined);
  let told: readonly (readonly [branch: JsonSchema, check: Check])[] | undefined;
  return (value, report) => {
    const attempts = takesStrings || !report.repairing ? [false] : [false, true];
    for (const repairing of attempts) {
      for (const check of checks) {
        const attempt: Report = { problems: [], repairs: [], repairing, exact: report.exact };
        const checked = check(value, attempt);
        if (!attempt.problems.length) {
          report.repairs.push(...attempt.repairs);
          return checked;
        }
      }
    }
    told ??= flatBranches(branches, NO_ROOT).map((branch) => [branch, compile(branch)]);
    const unfit = told.map(([branch, check]) => {
      const attempt: Report = { ...report, problems: [], repairs: [], repairing: attempts.includes(true) };
      return unfitBranch(branch, NO_ROOT, check(value, attempt), () => attempt.problems);
    });
    report.problems.push(...unfitProblems(value, unfit, NO_ROOT));
    return value;
  };
}
