import type { JsonSchema } from '../base/json-schema';
import { AuthorError } from '../errors';
import { appliesAlways, type RuleNote } from './published-field-rules';

const STRING = ['string'];
const NUMBER = ['number', 'integer'];
const ARRAY = ['array'];

// The types of JSON that can meet a class-validator rule; rules that are not listed are not judged.
const MEETS: Readonly<Record<string, readonly string[]>> = {
  isString: STRING,
  minLength: STRING,
  maxLength: STRING,
  isLength: STRING,
  matches: STRING,
  contains: STRING,
  isEmail: STRING,
  isUuid: STRING,
  isUrl: STRING,
  isDateString: STRING,
  isIso8601: STRING,
  isNumberString: STRING,
  isJson: STRING,
  isNumber: NUMBER,
  isInt: NUMBER,
  min: NUMBER,
  max: NUMBER,
  isPositive: NUMBER,
  isNegative: NUMBER,
  isDivisibleBy: NUMBER,
  isBoolean: ['boolean'],
  isArray: ARRAY,
  arrayMinSize: ARRAY,
  arrayMaxSize: ARRAY,
  arrayNotEmpty: ARRAY,
  arrayUnique: ['array', 'object'],
  isObject: ['object'],
  isNotEmptyObject: ['object'],
  isDate: [],
  minDate: [],
  maxDate: [],
};

/** Refuses a class-validator rule that no value of the field's type can meet: the tool could never be called. */
export function refuseForeignRules(
  place: string,
  schema: JsonSchema,
  rules: readonly RuleNote[] = [],
  isTransformed: () => boolean,
): void {
  if (!appliesAlways(rules)) return;
  const foreign = rules.find((rule) => isForeign(schema, rule));
  if (!foreign || isTransformed()) return;
  const type = (foreign.each ? schema.items?.type : schema.type) ?? 'value';
  throw new AuthorError(
    place,
    `has the class-validator rule ${foreign.name}, which no ${type} can meet.`,
    'Drop the rule, or change the type.',
  );
}

function isForeign(
  schema: JsonSchema,
  { name = '', each, groups, validateIf, constraints }: RuleNote,
): boolean {
  const type = (each ? schema.items : schema)?.type;
  if (groups?.length || validateIf || type === undefined) return false;
  if (name === 'isIn' && Array.isArray(constraints?.[0]))
    return !(constraints[0] as unknown[]).some((value) => isOf(value, type));
  const meets = MEETS[name];
  return meets !== undefined && !meets.includes(type);
}

function isOf(value: unknown, type: string): boolean {
  return type === 'integer' ? typeof value === 'number' : typeof value === type || typeof value === 'object';
}
