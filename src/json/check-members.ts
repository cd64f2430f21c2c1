import type { JsonSchema } from '../base/json-schema';
import { nearestNames } from '../base/names';
import { allowedText } from './allowed-text';
import { prefixPlaces } from './problem-places';
import type { Problem } from './problem';
import { isFull, type Check, type Report } from './check-report';

const LONGEST_NAME = 200;

/** Compiles the check of an inner schema. */
export type Compile = (schema: JsonSchema) => Check;

/** Checks every item of an array. */
export function itemsCheck(items: JsonSchema, compile: Compile): Check {
  const item = compile(items);
  return (value, report) => {
    const items = value as unknown[];
    let copy: unknown[] | undefined;
    for (let i = 0; i < items.length; i++) {
      if (isFull(report)) break;
      const problems = report.problems.length;
      const repairs = report.repairs.length;
      const checked = item(items[i], report);
      if (checked !== items[i]) (copy ??= [...items])[i] = checked;
      prefixPlaces(report, problems, repairs, `[${i}]`);
    }
    return copy ?? items;
  };
}

/** Checks the members of an object: required, known and additional ones. */
export function membersCheck(schema: JsonSchema, compile: Compile): Check {
  const names = Object.keys(schema.properties ?? {});
  const checks = names.map((name) => compile(schema.properties![name]!));
  const known = new Set(names);
  const required = schema.required ?? [];
  const extra = schema.additionalProperties;
  const extraCheck = typeof extra === 'object' ? compile(extra) : undefined;
  return (value, report) => {
    const object = value as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    const put = (name: string, checked: unknown) => {
      copy ??= { ...object };
      copy[name] = checked;
    };
    for (const name of required) {
      if (!Object.hasOwn(object, name)) report.problems.push(missingMember(name, schema));
    }
    for (let i = 0; i < names.length; i++) {
      const name = names[i]!;
      if (Object.hasOwn(object, name)) checkMember(object, name, checks[i]!, report, put);
    }
    if (extra === false || extraCheck) {
      for (const name of Object.keys(object)) {
        if (known.has(name)) continue;
        if (isFull(report)) break;
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
  prefixPlaces(report, problems, repairs, name);
}

/** The problem of a missing required member. */
export function missingMember(name: string, schema: JsonSchema): Problem {
  const { properties } = schema;
  const allowed = properties && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return { field: name, message: 'is required', ...(allowed && { allowed: allowedText(allowed) }) };
}

/** The problem of an unknown member. */
export function unknownMember(name: string, names: readonly string[]): Problem {
  const [nearest] = name.length > LONGEST_NAME ? [] : nearestNames(name, names, 1);
  const field = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
  const hint = nearest ? `did you mean '${nearest}'?` : `known: ${names.join(', ') || 'none'}`;
  return { field, message: `is not a known argument; ${hint}`, ...(nearest && { nearest }) };
}
