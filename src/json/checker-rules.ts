import { howMany } from '../base/how-many';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { describeValue } from './describe-value';
import { FORMAT_CHECKS } from './format-checks';
import { existingPhrase, formatOfPattern, formatPhrase } from './string-formats';
import { patternName } from './pattern-name';
import { isMultipleOf } from './multiple-of';
import type { Report } from './check-report';
import { allDifferent, sameJson } from './same-json';

/** Checks a value against one keyword; values of types that the keyword does not apply to pass. */
export type RuleCheck = (value: unknown, report: Report) => void;

/** Returns the checks for a schema's own keywords, without its members. */
export function ruleChecks(schema: JsonSchema): RuleCheck[] {
  const rules: RuleCheck[] = [];
  const must = (holds: (value: unknown) => boolean, message: string, allowed?: string): void => {
    rules.push((value, report) => {
      if (!holds(value))
        report.problems.push({
          field: '',
          message,
          received: describeValue(value),
          ...(allowed && { allowed }),
        });
    });
  };
  if (schema.const !== undefined) {
    const text = JSON.stringify(schema.const);
    must((value) => sameJson(value, schema.const), `must be exactly ${text}`, text);
  }
  if (schema.enum) {
    const list = schema.enum.map((value) => JSON.stringify(value)).join(', ');
    must((value) => schema.enum!.some((allowed) => sameJson(value, allowed)), `must be one of ${list}`, list);
  }
  addStringRules(schema, must);
  addNumberRules(schema, must);
  addArrayRules(schema, must);
  const { minProperties, maxProperties } = schema;
  const size = (value: object) => Object.keys(value).length;
  if (minProperties !== undefined)
    must(
      (value) => !isObject(value) || size(value) >= minProperties,
      `must have at least ${howMany(minProperties, 'key')}`,
    );
  if (maxProperties !== undefined)
    must(
      (value) => !isObject(value) || size(value) <= maxProperties,
      `must have at most ${howMany(maxProperties, 'key')}`,
    );
  return rules;
}

type Must = (holds: (value: unknown) => boolean, message: string, allowed?: string) => void;

function addStringRules(schema: JsonSchema, must: Must): void {
  const { minLength, maxLength, pattern } = schema;
  if (minLength !== undefined) {
    must(
      (value) => typeof value !== 'string' || longerOrEqual(value, minLength),
      `must have at least ${howMany(minLength, 'character')}`,
    );
  }
  if (maxLength !== undefined) {
    must(
      (value) => typeof value !== 'string' || !longerOrEqual(value, maxLength + 1),
      `must have at most ${howMany(maxLength, 'character')}`,
    );
  }
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const format = formatOfPattern(pattern);
    const name = patternName(schema) ?? (format && formatPhrase(format));
    const allowed = name ?? schema.format ?? pattern;
    const message = name ? `must be ${name}` : `must match ${allowed}`;
    must((value) => typeof value !== 'string' || expression.test(value), message, allowed);
    const further = format === undefined ? undefined : FORMAT_CHECKS[format];
    if (further)
      must(
        (value) => typeof value !== 'string' || !expression.test(value) || further(value),
        `must be ${existingPhrase(format!)}`,
        allowed,
      );
  }
}

function addNumberRules(schema: JsonSchema, must: Must): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const number = (holds: (value: number) => boolean) => (value: unknown) =>
    typeof value !== 'number' || holds(value);
  if (minimum !== undefined)
    must(
      number((value) => value >= minimum),
      `must be at least ${minimum}`,
    );
  if (maximum !== undefined)
    must(
      number((value) => value <= maximum),
      `must be at most ${maximum}`,
    );
  if (exclusiveMinimum !== undefined)
    must(
      number((value) => value > exclusiveMinimum),
      `must be more than ${exclusiveMinimum}`,
    );
  if (exclusiveMaximum !== undefined)
    must(
      number((value) => value < exclusiveMaximum),
      `must be less than ${exclusiveMaximum}`,
    );
  if (multipleOf !== undefined)
    must(
      number((value) => isMultipleOf(value, multipleOf)),
      `must be a multiple of ${multipleOf}`,
    );
}

function addArrayRules(schema: JsonSchema, must: Must): void {
  const { minItems, maxItems, uniqueItems } = schema;
  const array = (holds: (value: unknown[]) => boolean) => (value: unknown) =>
    !Array.isArray(value) || holds(value);
  if (minItems !== undefined)
    must(
      array((value) => value.length >= minItems),
      `must have at least ${howMany(minItems, 'item')}`,
    );
  if (maxItems !== undefined)
    must(
      array((value) => value.length <= maxItems),
      `must have at most ${howMany(maxItems, 'item')}`,
    );
  if (uniqueItems) must(array(allDifferent), 'must not contain duplicate items');
}

// JSON Schema counts code points; a string is howMany only if its UTF-16 length does not decide.
function longerOrEqual(text: string, limit: number): boolean {
  if (text.length < limit) return false;
  if (text.length >= limit * 2) return true;
  let points = 0;
  for (const _ of text) if (++points >= limit) return true;
  return points >= limit;
}
