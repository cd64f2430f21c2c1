import { compileCheck } from '../json/checker';
import type { Report } from '../json/check-report';
import { AuthorError } from '../errors';
import type { JsonSchema } from '../base/json-schema';
import type { ArgNote } from '../metadata';

// Which type each rule is about.
const ABOUT: Readonly<Record<string, string>> = {
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
};

// The lower limits that belong to an upper one.
const LOWER: Readonly<Record<string, readonly string[]>> = {
  maxLength: ['minLength'],
  maximum: ['minimum', 'exclusiveMinimum'],
  exclusiveMaximum: ['minimum', 'exclusiveMinimum'],
  maxItems: ['minItems'],
};

/** Refuses rules of one field that no value, or not its own default or example, could meet. */
export function refuseContradictions(
  places: { placeOf(note: ArgNote): string },
  note: ArgNote,
  value: JsonSchema,
  published: JsonSchema,
): void {
  const { stated } = note;
  if (!stated.schema) {
    const useless = uselessRule(value);
    if (useless) throw new AuthorError(places.placeOf(note), useless.what, useless.cure);
  }
  if (published.default !== undefined)
    refuseWrongValue(places.placeOf(note), 'default', published.default, published);
  if (stated.example !== undefined)
    refuseWrongValue(places.placeOf(note), 'example', stated.example, published);
}

function uselessRule(value: JsonSchema): Contradiction | undefined {
  if (value.enum?.length === 0)
    return { what: 'has an enum that is empty.', cure: 'Name the allowed values.' };
  let ruled = false;
  for (const keyword in value) {
    const about = ABOUT[keyword];
    if (about === undefined) continue;
    ruled = true;
    const found = foreignRule(keyword, about, value.type) ?? crossedLimits(keyword, value);
    if (found) return found;
  }
  return ruled && value.enum ? uselessEnum(value, value.enum) : undefined;
}

interface Contradiction {
  what: string;
  cure: string;
}

function foreignRule(keyword: string, about: string, type: JsonSchema['type']): Contradiction | undefined {
  if (type === undefined || type === about || (type === 'integer' && about === 'number')) return undefined;
  return {
    what: `has ${keyword}, which is about a ${about}, and is a ${type}.`,
    cure: `Drop ${keyword}, or change the type.`,
  };
}

function crossedLimits(upper: string, value: JsonSchema): Contradiction | undefined {
  const most = value[upper] as number;
  for (const lower of LOWER[upper] ?? []) {
    const least = value[lower] as number;
    const excludes = lower.startsWith('exclusive') || upper.startsWith('exclusive');
    if (least > most)
      return {
        what: `has ${article(lower)} ${lower} of ${least} above its ${upper} of ${most}.`,
        cure: 'Swap them.',
      };
    if (excludes && least === most)
      return {
        what: `has ${article(lower)} ${lower} of ${least} and ${article(upper)} ${upper} of ${most}.`,
        cure: 'Leave room between them.',
      };
  }
  return undefined;
}

function article(keyword: string): string {
  return keyword.startsWith('e') ? 'an' : 'a';
}

// An enum beside other rules: at least one of its values has to meet them.
function uselessEnum(value: JsonSchema, allowed: readonly unknown[]): Contradiction | undefined {
  const check = compileCheck(value);
  const meets = (one: unknown): boolean => {
    const report: Report = { problems: [], repairs: [], repairing: false };
    check(one, report);
    return report.problems.length === 0;
  };
  if (allowed.some(meets)) return undefined;
  return { what: 'has an enum of which no value meets its other rules.', cure: 'Correct either.' };
}

function refuseWrongValue(place: string, what: string, value: unknown, schema: JsonSchema): void {
  const report: Report = { problems: [], repairs: [], repairing: false };
  compileCheck(schema)(JSON.parse(JSON.stringify(value)), report);
  const [wrong] = report.problems;
  if (wrong)
    throw new AuthorError(
      place,
      `has the ${what} ${JSON.stringify(value)}, which ${wrong.message}.`,
      `Correct the ${what} or the rule.`,
    );
}
