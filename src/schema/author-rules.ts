import type { ValidationError } from 'class-validator';
import type { ArgsClass } from '../metadata';
import { planOf, type ArgsPlan, type Field } from './args-schema';
import type { TypeFacts } from './field-facts';
import type { Problem } from '../json/problem';
import { isObject } from '../base/json-value';
import { describeValue } from '../json/describe-value';
import { joinPlace, placesBelow, rootOf } from '../json/problem-places';
import { lazyRequire } from '../base/lazy-require';
import { messageWithoutName } from './rule-message';
import { rulesByField } from './published-field-rules';
import { isTransformed, transformStorage } from './transformed-fields';

type ClassValidator = typeof import('class-validator');
type ClassTransformer = typeof import('class-transformer');

/** Whether a class carries class-validator rules of its author's own. */
export function hasAuthorRules(cls: ArgsClass): boolean {
  return rulesByField(cls).size > 0;
}

/** Whether a class carries class-transformer decorators of its author's own. */
export function hasAuthorTransforms(plan: ArgsPlan): boolean {
  const storage = transformStorage();
  const { cls } = plan;
  if (storage.getExposedMetadatas(cls).length || storage.getExcludedMetadatas(cls).length) return true;
  return plan.fields.some(({ note }) => isTransformed(cls, note.key));
}

/** Builds an instance the way class-transformer does, from values under their field names. */
export function transformed(cls: ArgsClass, values: Record<string, unknown>): object {
  const { plainToInstance } = lazyRequire('class-transformer') as ClassTransformer;
  return plainToInstance(cls, values, { exposeDefaultValues: true });
}

// Whether a field may be absent is the schema's to say.
const OPTIONS = { forbidUnknownValues: false, skipUndefinedProperties: true } as const;

/** Runs the author's own class-validator rules over an instance and those of nested classes in it. */
export async function authorProblems(
  plan: ArgsPlan,
  instance: object,
  facts?: TypeFacts,
): Promise<Problem[]> {
  const own = hasAuthorRules(plan.cls) ? await ownRuleProblems(plan, instance) : [];
  const inner = nestedIn(plan.fields, instance, facts).map(async (nested) =>
    placed(nested, await authorProblems(nested.plan, nested.instance, facts)),
  );
  return [...own, ...(await Promise.all(inner)).flat()];
}

/**
 * The same where other places were refused already. A rule presumes what the schema demands: it isn't asked about a field of which
 * something was refused, and what it throws is the fault of those.
 */
export async function authorProblemsBeside(
  refused: readonly string[],
  plan: ArgsPlan,
  instance: object,
  facts?: TypeFacts,
): Promise<Problem[]> {
  const roots = new Set(refused.map(rootOf));
  const hidden = plan.fields.filter(({ note }) => roots.has(note.wireName));
  const rest = Object.create(
    instance,
    Object.fromEntries(hidden.map(({ note }) => [note.key, { value: undefined }])),
  ) as object;
  const own = hasAuthorRules(plan.cls) ? await ownRuleProblems(plan, rest).catch(() => []) : [];
  const inner = nestedIn(plan.fields, instance, facts)
    .filter(({ place }) => !refused.includes(place))
    .map(async (nested) => {
      const below = placesBelow(nested.place, refused);
      return placed(nested, await authorProblemsBeside(below, nested.plan, nested.instance, facts));
    });
  return [...own, ...(await Promise.all(inner)).flat()];
}

async function ownRuleProblems(plan: ArgsPlan, instance: object): Promise<Problem[]> {
  const { validate } = lazyRequire('class-validator') as ClassValidator;
  return (await validate(instance, OPTIONS)).flatMap((error) => toProblems(error, plan));
}

/** What the author's own rules say against a new value of one field; asynchronous rules are left out. */
export function authorObjection(
  plan: ArgsPlan,
  instance: object,
  key: string,
  value: unknown,
  facts?: TypeFacts,
): string | undefined {
  const probe = Object.create(plan.cls.prototype as object) as Record<string, unknown>;
  for (const { note } of plan.fields) probe[note.key] = (instance as Record<string, unknown>)[note.key];
  probe[key] = value;
  const field = plan.fields.find(({ note }) => note.key === key)!;
  const { wireName } = field.note;
  const problem =
    problemsNow(plan, probe).find((found) => found.field === wireName) ??
    nestedIn([field], probe, facts).flatMap((nested) => placed(nested, deepProblemsNow(nested, facts)))[0];
  if (!problem) return undefined;
  const place = problem.field.slice(wireName.length).replace(/^\./, '');
  return place ? `(${place}) ${problem.message}` : problem.message;
}

function problemsNow(plan: ArgsPlan, instance: object): Problem[] {
  if (!hasAuthorRules(plan.cls)) return [];
  const { validateSync } = lazyRequire('class-validator') as ClassValidator;
  return validateSync(instance, OPTIONS).flatMap((error) => toProblems(error, plan));
}

function deepProblemsNow({ plan, instance }: NestedInstance, facts: TypeFacts | undefined): Problem[] {
  const inner = nestedIn(plan.fields, instance, facts).flatMap((nested) =>
    placed(nested, deepProblemsNow(nested, facts)),
  );
  return [...problemsNow(plan, instance), ...inner];
}

// Nested classes of the plan are asked by themselves, with or without `@ValidateNested`.
function toProblems(error: ValidationError, plan: ArgsPlan): Problem[] {
  const field = plan.fields.find(({ note }) => note.key === error.property);
  const name = field?.note.wireName ?? error.property;
  return field?.nested ? ownProblems(error, name) : deepProblems(error, name);
}

function ownProblems({ constraints = {}, property, value }: ValidationError, field: string): Problem[] {
  return Object.values(constraints).map((message) => ({
    field,
    message: messageWithoutName(message, [property, field]),
    received: describeValue(value),
  }));
}

function deepProblems(error: ValidationError, field: string): Problem[] {
  const inner = (error.children ?? []).flatMap((child) =>
    deepProblems(
      child,
      joinPlace(field, /^\d+$/.test(child.property) ? `[${child.property}]` : child.property),
    ),
  );
  return [...ownProblems(error, field), ...inner];
}

/** An instance of a nested class in another one, and where it is. */
interface NestedInstance {
  readonly plan: ArgsPlan;
  readonly instance: object;
  readonly place: string;
}

function nestedIn(
  fields: readonly Field[],
  instance: object,
  facts: TypeFacts | undefined,
): readonly NestedInstance[] {
  const found: NestedInstance[] = [];
  for (const { note, nested } of fields) {
    if (!nested) continue;
    const look = (value: unknown, place: string): void => {
      if (Array.isArray(value)) value.forEach((item, index) => look(item, `${place}[${index}]`));
      else if (value instanceof nested) found.push({ plan: planOf(nested, facts), instance: value, place });
      else if (isObject(value))
        for (const [name, inner] of Object.entries(value)) look(inner, joinPlace(place, name));
    };
    look((instance as Record<string, unknown>)[note.key], note.wireName);
  }
  return found;
}

function placed({ place }: NestedInstance, problems: readonly Problem[]): Problem[] {
  return problems.map((problem) => ({ ...problem, field: joinPlace(place, problem.field) }));
}
