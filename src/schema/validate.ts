import {
  authorObjection,
  authorProblems,
  hasAuthorRules,
  hasAuthorTransforms,
  transformed,
} from './author-rules';
import { compileCheck } from '../json/checker';
import type { Check, Report } from '../json/report';
import { isObject } from '../base/json-value';
import { exampleArguments } from '../json/example';
import { FieldGuard } from './guarded-instance';
import { ToolValidationError } from '../errors';
import type { JsonSchema } from '../base/json-schema';
import type { ArgsClass } from '../metadata';
import { planOf, type ArgsPlan, type TypeFacts } from './args-schema';
import type { Awaitable } from '../base/awaitable';
import type { Checked } from './checked';
import type { Problem } from '../json/problem';

/** How arguments are judged. */
export interface ValidateOptions {
  /** Take strings that hold exactly the wanted JSON as that; on by default. */
  repair?: boolean;
  facts?: TypeFacts;
}

const validators = new WeakMap<ArgsPlan, ArgsValidator>();

/** Judges raw arguments and gives a validated instance, or every problem at once. */
export function validateArguments(
  cls: ArgsClass,
  raw: unknown,
  options: ValidateOptions = {},
): Awaitable<Checked> {
  return validatorOf(cls, options.facts).check(raw, options.repair ?? true);
}

/** The validator of an args class, made once. */
export function validatorOf(cls: ArgsClass, facts?: TypeFacts): ArgsValidator {
  const plan = planOf(cls, facts);
  let validator = validators.get(plan);
  if (!validator) validators.set(plan, (validator = new ArgsValidator(plan, facts)));
  return validator;
}

/** Raw arguments of one args class to validated instances of it. */
export class ArgsValidator {
  private readonly verdict: Check;
  private readonly nested: ReadonlyMap<string, ArgsValidator>;
  private readonly guard: FieldGuard;
  private readonly rules: boolean;
  private readonly transforms: boolean;

  constructor(
    private readonly plan: ArgsPlan,
    facts?: TypeFacts,
  ) {
    this.verdict = compileCheck(plan.schema);
    this.nested = new Map(
      plan.fields
        .filter((field) => field.nested)
        .map((field) => [field.note.key, validatorOf(field.nested!, facts)]),
    );
    const inner = [...this.nested.values()];
    this.rules = hasAuthorRules(plan.cls) || inner.some((validator) => validator.rules);
    this.transforms = hasAuthorTransforms(plan);
    this.guard = new FieldGuard(
      plan,
      this.rules ? (instance, key, value) => authorObjection(plan, instance, key, value) : undefined,
    );
  }

  /** Every problem at once, or a validated instance; a promise only where the author's own rules have to run. */
  check(raw: unknown, repairing: boolean): Awaitable<Checked> {
    const report: Report = { problems: [], repairs: [], repairing };
    const value = this.verdict(raw, report);
    if (this.rules && isObject(value)) return this.checkAuthorRules(value, report);
    if (report.problems.length) return this.refusal(report.problems);
    return { ok: true, args: this.instantiate(value as Record<string, unknown>), repairs: report.repairs };
  }

  /** An instance from arguments that have passed, under their wire names. */
  instantiate(values: Record<string, unknown>): object {
    return this.guard.protect(this.unguarded(values));
  }

  private unguarded(values: Record<string, unknown>): object {
    const instance = (
      this.transforms ? transformed(this.plan.cls, this.byField(values)) : new this.plan.cls()
    ) as Record<string, unknown>;
    for (const { note, schema } of this.plan.fields) {
      if (!Object.hasOwn(values, note.wireName)) continue;
      const nested = this.nested.get(note.key);
      if (nested) instance[note.key] = instances(nested, schema, values[note.wireName]);
      else if (!this.transforms) instance[note.key] = values[note.wireName];
    }
    return instance;
  }

  private byField(values: Record<string, unknown>): Record<string, unknown> {
    const named: Record<string, unknown> = {};
    for (const { note } of this.plan.fields) {
      if (Object.hasOwn(values, note.wireName) && !this.nested.has(note.key))
        named[note.key] = values[note.wireName];
    }
    return named;
  }

  // Problems the schema found already are not told again in the words of the author's rules.
  private async checkAuthorRules(value: Record<string, unknown>, report: Report): Promise<Checked> {
    const told = new Set(report.problems.map((problem) => rootOf(problem.field)));
    for (const { note, required } of this.plan.fields) {
      if (!required && !Object.hasOwn(value, note.wireName)) told.add(note.wireName);
    }
    const instance = this.unguarded(value);
    for (const problem of await authorProblems(this.plan, instance)) {
      if (!told.has(rootOf(problem.field))) report.problems.push(problem);
    }
    if (report.problems.length) return this.refusal(report.problems);
    return { ok: true, args: this.guard.protect(instance), repairs: report.repairs };
  }

  private refusal(problems: Problem[]): Checked {
    const secret = new Set(
      this.plan.fields.filter((field) => field.note.stated.secret).map((field) => field.note.wireName),
    );
    for (const problem of problems) if (secret.has(rootOf(problem.field))) delete problem.received;
    const known = Object.fromEntries(
      this.plan.fields
        .filter((field) => field.note.stated.example !== undefined)
        .map((field) => [field.note.wireName, field.note.stated.example]),
    );
    const example = exampleArguments(this.plan.schema, known);
    return { ok: false, problems, ...(example && { example }) };
  }
}

/** A validated instance, or a thrown error that lists every problem: for use in code rather than at a door. */
export async function createArguments<A extends object>(
  cls: ArgsClass<A>,
  raw: unknown,
  facts?: TypeFacts,
): Promise<A> {
  const checked = await validateArguments(cls, raw, { ...(facts && { facts }) });
  if (checked.ok) return checked.args as A;
  throw new ToolValidationError(`${cls.name}: ${problemText(checked.problems)}`);
}

/** Problems as one line for people. */
export function problemText(problems: readonly Problem[]): string {
  return problems.map((problem) => `${problem.field || 'arguments'} ${problem.message}`).join('; ');
}

// A nested class stands for the value itself, for each item of a list, or for each value under free keys.
function instances(validator: ArgsValidator, schema: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = wherePresent(schema).items ?? {};
    return value.map((item) => instances(validator, items, item));
  }
  if (!isObject(value)) return value;
  const free = wherePresent(schema).additionalProperties;
  if (typeof free !== 'object') return validator.instantiate(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, instances(validator, free, item)]),
  );
}

function wherePresent(schema: JsonSchema): JsonSchema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function rootOf(field: string): string {
  return /^[^.[]*/.exec(field)![0];
}
