import { isObject } from '../json-value';
import { describeValue, typeName } from './describe-value';
import type { JsonSchema } from '../json-schema';
import { nearestNames } from '../names';
import type { Problem } from './problem';
import { ruleChecks, type RuleCheck } from './checker-rules';
import type { Check, Report } from './report';

const KNOWN = new Set(
  (
    'type description default const enum properties required additionalProperties items anyOf minLength maxLength pattern format ' +
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties maxProperties ' +
    'title examples $schema $comment deprecated readOnly writeOnly'
  ).split(' '),
);

/** Whether every keyword of a schema is one that `compileCheck` knows. */
export function canCompile(schema: JsonSchema): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  if (Object.keys(schema).some((keyword) => !KNOWN.has(keyword))) return false;
  if (schema.type !== undefined && typeof schema.type !== 'string') return false;
  const inner: JsonSchema[] = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  if (schema.items !== undefined) inner.push(schema.items);
  if (typeof schema.additionalProperties === 'object') inner.push(schema.additionalProperties);
  return inner.every(canCompile);
}

/** Compiles a schema into one function; the verdict is that of a JSON Schema validator. */
export function compileCheck(schema: JsonSchema): Check {
  const rules = ruleChecks(schema);
  if (schema.anyOf) return anyOfCheck(schema.anyOf, rules);
  const inside = schema.type === 'array' || schema.items ? arrayCheck(schema) : undefined;
  const members = schema.type === 'object' || schema.properties ? objectCheck(schema) : undefined;
  const { type } = schema;
  return (given, report) => {
    let value = given;
    if (type !== undefined && !hasType(value, type)) {
      const repaired = report.repairing ? repairedValue(value, type) : undefined;
      if (!repaired) {
        report.problems.push({
          field: '',
          message: `must be ${article(type)}`,
          received: describeValue(value),
          allowed: allowedText(schema),
        });
        return value;
      }
      report.repairs.push({ field: '', from: typeName(value), to: type });
      value = repaired.value;
    }
    for (const rule of rules) rule(value, report);
    if (inside && Array.isArray(value)) return inside(value, report);
    if (members && isObject(value)) return members(value, report);
    return value;
  };
}

/** What a schema allows, in words. */
export function allowedText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.anyOf) return schema.anyOf.map(allowedText).join(' or ');
  if (schema.type === 'array') return `array of ${schema.items ? allowedText(schema.items) : 'anything'}`;
  return schema.type ?? 'anything';
}

/** Whether a value has a JSON Schema type. */
export function hasType(value: unknown, type: NonNullable<JsonSchema['type']>): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'integer':
      return Number.isInteger(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
  }
}

function repairedValue(
  value: unknown,
  type: NonNullable<JsonSchema['type']>,
): { value: unknown } | undefined {
  if (typeof value !== 'string' || type === 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return hasType(parsed, type) ? { value: parsed } : undefined;
  } catch {
    return undefined;
  }
}

function article(type: string): string {
  if (type === 'null') return 'null';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

// Puts the place in front of what was reported since a mark; costs nothing when nothing was.
function prefix(report: Report, problemsBefore: number, repairsBefore: number, place: string): void {
  for (let i = problemsBefore; i < report.problems.length; i++) {
    report.problems[i]!.field = joinPlace(place, report.problems[i]!.field);
  }
  for (let i = repairsBefore; i < report.repairs.length; i++) {
    report.repairs[i]!.field = joinPlace(place, report.repairs[i]!.field);
  }
}

function joinPlace(place: string, rest: string): string {
  if (rest === '') return place;
  return rest.startsWith('[') ? place + rest : `${place}.${rest}`;
}

function arrayCheck(schema: JsonSchema): Check | undefined {
  if (!schema.items) return undefined;
  const item = compileCheck(schema.items);
  return (value, report) => {
    const items = value as unknown[];
    let copy: unknown[] | undefined;
    for (let i = 0; i < items.length; i++) {
      const problems = report.problems.length;
      const repairs = report.repairs.length;
      const checked = item(items[i], report);
      if (checked !== items[i]) (copy ??= [...items])[i] = checked;
      prefix(report, problems, repairs, `[${i}]`);
    }
    return copy ?? items;
  };
}

function objectCheck(schema: JsonSchema): Check {
  const names = Object.keys(schema.properties ?? {});
  const checks = names.map((name) => compileCheck(schema.properties![name]!));
  const known = new Set(names);
  const required = schema.required ?? [];
  const extra = schema.additionalProperties;
  const extraCheck = typeof extra === 'object' ? compileCheck(extra) : undefined;
  return (value, report) => {
    const object = value as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    const put = (name: string, checked: unknown) => {
      copy ??= { ...object };
      copy[name] = checked;
    };
    for (const name of required) {
      if (!Object.hasOwn(object, name)) {
        const allowed = schema.properties?.[name];
        report.problems.push({
          field: name,
          message: 'is required',
          ...(allowed && { allowed: allowedText(allowed) }),
        });
      }
    }
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      if (Object.hasOwn(object, name)) checkMember(object, name, checks[i]!, report, put);
    }
    if (extra === false || extraCheck) {
      for (const name of Object.keys(object)) {
        if (known.has(name)) continue;
        if (extraCheck) checkMember(object, name, extraCheck, report, put);
        else report.problems.push(unknownMember(name, names));
      }
    }
    return copy ?? object;
  };
}

function checkMember(
  object: Record<string, unknown>,
  name: string,
  check: Check,
  report: Report,
  put: (name: string, value: unknown) => void,
): void {
  const problems = report.problems.length;
  const repairs = report.repairs.length;
  const checked = check(object[name], report);
  if (checked !== object[name]) put(name, checked);
  prefix(report, problems, repairs, name);
}

function unknownMember(name: string, names: readonly string[]): Problem {
  const [nearest] = nearestNames(name, names, 1);
  const hint = nearest ? `did you mean '${nearest}'?` : `known: ${names.join(', ') || 'none'}`;
  return { field: name, message: `is not a known argument; ${hint}`, ...(nearest && { nearest }) };
}

function anyOfCheck(branches: readonly JsonSchema[], rules: readonly RuleCheck[]): Check {
  const checks = branches.map(compileCheck);
  const allowed = allowedText({ anyOf: branches });
  const takesStrings = branches.some((branch) => branch.type === 'string' || branch.type === undefined);
  return (value, report) => {
    for (const repairing of takesStrings || !report.repairing ? [false] : [false, true]) {
      for (const check of checks) {
        const attempt: Report = { problems: [], repairs: [], repairing };
        const checked = check(value, attempt);
        if (attempt.problems.length) continue;
        report.repairs.push(...attempt.repairs);
        for (const rule of rules) rule(checked, report);
        return checked;
      }
    }
    report.problems.push({
      field: '',
      message: `must be ${allowed}`,
      received: describeValue(value),
      allowed,
    });
    return value;
  };
}
