import type { ErrorObject } from 'ajv';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { ajvBranchProblems, isErrorWithin, type JudgedSchema } from './ajv-branches';
import { allowedText, alternatives } from './allowed-text';
import { ruleChecks } from './checker-rules';
import { describeValue } from './describe-value';
import { missingMember, unknownMember } from './check-members';
import { joinPlace } from './problem-places';
import type { Problem } from './problem';
import type { Report } from './check-report';

/** Of more errors than this nobody hears: a report is full before. */
const MOST_ERRORS = 200;

/** Converts Ajv's errors to problems worded like those of the compiled checks. */
export function ajvProblems(
  errors: readonly ErrorObject[],
  value: unknown,
  judged: JudgedSchema,
): readonly Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of telling(limited(errors), judged.root)) {
    for (const problem of problemsOf(error, judged)) {
      const field = joinPlace(fieldOf(error.instancePath, value), problem.field);
      problems.set(`${field}\n${problem.message}`, { ...problem, field });
    }
  }
  return [...problems.values()];
}

// The error of a union comes after those of its branches, however many these are.
function limited(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (errors.length <= MOST_ERRORS) return errors;
  const later = errors.slice(MOST_ERRORS).filter(({ keyword }) => BRANCHING.has(keyword));
  return [...errors.slice(0, MOST_ERRORS), ...later.slice(-MOST_ERRORS)];
}

// Errors of single branches are noise next to the one that none fits; so is `if` next to what `then` reports.
function telling(errors: readonly ErrorObject[], root: JsonSchema): readonly ErrorObject[] {
  const kept = errors.filter((error, index) => {
    if (error.keyword === 'if') return false;
    return !errors.some(
      (other, at) => at > index && BRANCHING.has(other.keyword) && isErrorWithin(error, other, root),
    );
  });
  return kept.length ? kept : errors;
}

const BRANCHING = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

function problemsOf(error: ErrorObject, judged: JudgedSchema): readonly Problem[] {
  const { keyword, data, params, schema } = error;
  const isUnion = keyword === 'anyOf' || keyword === 'oneOf';
  if (!isUnion || Array.isArray(params['passingSchemas'])) return [problemOf(error)];
  return ajvBranchProblems(schema as readonly JsonSchema[], data, judged);
}

function problemOf(error: ErrorObject): Problem {
  const { keyword, data, params } = error;
  const parent = (isObject(error.parentSchema) ? error.parentSchema : {}) as JsonSchema;
  const [ruled] = ruleProblems(keyword, error.schema, data);
  if (ruled) return ruled;
  const received = describeValue(data);
  const missing: unknown = params['missingProperty'];
  const unknown: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (keyword === 'required' && typeof missing === 'string') return missingMember(missing, parent);
  if (typeof missing === 'string') {
    const message = `is required when ${String(params['property'])} is given`;
    return { ...missingMember(missing, parent), message };
  }
  if (typeof unknown === 'string') return unknownMember(unknown, Object.keys(parent.properties ?? {}));
  switch (keyword) {
    case 'type': {
      const allowed = allowedText(parent);
      return {
        field: '',
        message: `must be of type ${[error.schema].flat().join(' or ')}`,
        received,
        allowed,
      };
    }
    case 'oneOf': {
      const allowed = alternatives(error.schema as readonly JsonSchema[]);
      return { field: '', message: 'must fit only one of the allowed forms', received, allowed };
    }
    case 'not':
      return { field: '', message: `must not be ${allowedText(error.schema as JsonSchema)}`, received };
    case 'contains': {
      const allowed = allowedText(error.schema as JsonSchema);
      return {
        field: '',
        message: `${error.message?.replace(/valid item.*/, 'item')} matching: ${allowed}`,
        received,
        allowed,
      };
    }
    case 'propertyNames':
      return {
        field: '',
        message: `must not have a member named ${JSON.stringify(params['propertyName'])}`,
        received,
      };
    case 'false schema':
      return { field: '', message: 'is not allowed', received };
    default:
      return { field: '', message: error.message ?? 'is not allowed', received };
  }
}

function ruleProblems(keyword: string, stated: unknown, data: unknown): Problem[] {
  const report: Report = { problems: [], repairs: [], repairing: false };
  for (const rule of ruleChecks({ [keyword]: stated })) rule(data, report);
  return report.problems;
}

// A JSON pointer does not say whether a step is an index or a name; the value does.
function fieldOf(pointer: string, value: unknown): string {
  let at = value;
  let field = '';
  for (const escaped of pointer.split('/').slice(1)) {
    const step = escaped.replace(/~1/g, '/').replace(/~0/g, '~');
    field = joinPlace(field, Array.isArray(at) ? `[${step}]` : step);
    at = (at as Record<string, unknown> | undefined)?.[step];
  }
  return field;
}
