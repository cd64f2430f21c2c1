import { isRegExp } from '../base/any-realm';
import { namePattern } from '../json/pattern-name';
import { AuthorError } from '../errors';
import { AuthorProblems } from '../author-problems';
import type { JsonSchema } from '../base/json-schema';
import type { ArgsClass } from '../metadata';

/** One class-validator rule of a field, as its metadata storage holds it. */
export interface RuleNote {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly each?: boolean;
  readonly groups?: readonly string[];
  readonly validateIf?: unknown;
}

// class-validator keeps its rules in one global; where that is missing nobody has loaded it, so there are none.
interface RuleStorage {
  getTargetValidationMetadatas(
    target: ArgsClass,
    schema: string,
    always: boolean,
    strict: boolean,
  ): readonly RuleNote[];
}

const NO_RULES: ReadonlyMap<string, readonly RuleNote[]> = new Map();

/** The class-validator rules of a class by field; none where nobody has loaded class-validator. */
export function rulesByField(cls: ArgsClass): ReadonlyMap<string, readonly RuleNote[]> {
  const { classValidatorMetadataStorage: storage } = globalThis as {
    classValidatorMetadataStorage?: RuleStorage;
  };
  if (!storage) return NO_RULES;
  const fields = new Map<string, RuleNote[]>();
  for (const rule of storage.getTargetValidationMetadatas(cls, '', false, false)) {
    const known = fields.get(rule.propertyName);
    if (known) known.push(rule);
    else fields.set(rule.propertyName, [rule]);
  }
  return fields;
}

/** Refuses class-validator rules on a field without `@Arg`, which no call could set. */
export function refuseRulesWithoutArg(
  cls: ArgsClass,
  fields: ReadonlyMap<string, unknown>,
  noted: ReadonlySet<string>,
): void {
  const problems = new AuthorProblems();
  for (const key of fields.keys()) {
    if (noted.has(key)) continue;
    const what = 'has class-validator rules and no @Arg, so nobody can set it.';
    problems.add(new AuthorError(`${cls.name}.${key}`, what, 'Put @Arg on it, or drop the rules.'));
  }
  problems.throwAny();
}

/** Whether the rules of a field hold whenever it is sent, not only under `@ValidateIf`. */
export function appliesAlways(rules: readonly RuleNote[]): boolean {
  return !rules.some(({ type, name }) => type === 'conditionalValidation' && name !== 'isOptional');
}

/** Adds to a field's schema what its class-validator rules say and a schema can express; rules that may not apply are left out. */
export function publishRules(schema: JsonSchema, rules: readonly RuleNote[] = []): void {
  if (!appliesAlways(rules)) return;
  for (const rule of rules) {
    if (rule.groups?.length || rule.validateIf) continue;
    const target = rule.each ? schema.items : schema;
    if (target) publishRule(target, rule.name ?? '', rule.constraints ?? []);
  }
}

function publishRule(schema: JsonSchema, name: string, [first, second]: readonly unknown[]): void {
  const publish = PUBLISHED[schema.type ?? '']?.[name];
  if (publish) publish(schema, first, second);
  else if (name === 'isIn') addEnum(schema, first);
  else if (name === 'isEnum') addEnum(schema, second);
}

type Publish = (schema: JsonSchema, first: unknown, second: unknown) => void;

const numbers: Readonly<Record<string, Publish>> = {
  min: (schema, least) => atLeast(schema, 'minimum', least),
  max: (schema, most) => atMost(schema, 'maximum', most),
  isPositive: (schema) => atLeast(schema, 'exclusiveMinimum', 0),
  isNegative: (schema) => atMost(schema, 'exclusiveMaximum', 0),
  isInt: (schema) => void (schema.type = 'integer'),
  isDivisibleBy: (schema, divisor) => addMultiple(schema, divisor),
};

// By the type that the schema has: which rules say something about it. Patterns accept all that the rule accepts.
const PUBLISHED: Readonly<Record<string, Readonly<Record<string, Publish>>>> = {
  number: numbers,
  integer: numbers,
  string: {
    minLength: (schema, least) => atLeast(schema, 'minLength', least),
    maxLength: (schema, most) => atMost(schema, 'maxLength', most),
    isLength: (schema, least, most) => {
      atLeast(schema, 'minLength', least);
      atMost(schema, 'maxLength', most);
    },
    isNotEmpty: (schema) => atLeast(schema, 'minLength', 1),
    isEmail: (schema) => addPattern(schema, '^.+@.+$', 'an email'),
    isUuid: (schema) =>
      addPattern(schema, '^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$', 'a UUID'),
    isUrl: (schema) => addPattern(schema, '^[^\\s<>]+$', 'a URL address'),
    matches: (schema, pattern) => addRegExp(schema, pattern),
  },
  array: {
    arrayMinSize: (schema, least) => atLeast(schema, 'minItems', least),
    arrayMaxSize: (schema, most) => atMost(schema, 'maxItems', most),
    arrayNotEmpty: (schema) => atLeast(schema, 'minItems', 1),
  },
};

type Limit = 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | SizeLimit;
type SizeLimit = 'minLength' | 'maxLength' | 'minItems' | 'maxItems';

function atLeast(schema: JsonSchema, keyword: Limit, least: unknown): void {
  if (typeof least === 'number') schema[keyword] = Math.max(least, schema[keyword] ?? least);
}

function atMost(schema: JsonSchema, keyword: Limit, most: unknown): void {
  if (typeof most === 'number') schema[keyword] = Math.min(most, schema[keyword] ?? most);
}

// Of two divisors the least common multiple says both. class-validator cuts off what follows the point of its own.
function addMultiple(schema: JsonSchema, divisor: unknown): void {
  if (typeof divisor !== 'number' || !Number.isSafeInteger(divisor) || divisor <= 0) return;
  const known = schema.multipleOf;
  if (known === undefined) schema.multipleOf = divisor;
  else if (Number.isSafeInteger(known))
    schema.multipleOf = (known / greatestDivisor(known, divisor)) * divisor;
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

// A schema has one pattern, so two are joined; groups that are referred to would change their numbers.
function addPattern(schema: JsonSchema, pattern: string, name?: string): void {
  const known = schema.pattern;
  if (known === undefined) {
    schema.pattern = pattern;
    namePattern(schema, name);
  } else if (!NUMBERED.test(known + pattern)) {
    schema.pattern = `^${anywhere(known)}${anywhere(pattern)}`;
    namePattern(schema, undefined);
  }
}

const NUMBERED = /\\[1-9k]|\(\?<(?![=!])/;

function anywhere(pattern: string): string {
  return `(?=[\\s\\S]*(?:${pattern}))`;
}

// Flags that change what matches can't be published, and neither can a pattern that is none under `u`.
function addRegExp(schema: JsonSchema, pattern: unknown): void {
  if (!isRegExp(pattern) || /[imsvy]/.test(pattern.flags)) return;
  try {
    addPattern(schema, new RegExp(pattern.source, 'u').source);
  } catch {
    return;
  }
}

function addEnum(schema: JsonSchema, values: unknown): void {
  if (!Array.isArray(values)) return;
  const type = schema.type === 'integer' ? 'number' : schema.type;
  const possible = (values as unknown[]).filter((value) => typeof value === type);
  if (!possible.length) return;
  const known = schema.enum;
  schema.enum = known ? known.filter((value) => possible.includes(value)) : possible;
}
