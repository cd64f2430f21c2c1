import type { ValidationError } from 'class-validator';
import { argNotesOf, type ArgsClass } from '../metadata';
import type { ArgsPlan } from './args-schema';
import type { Problem } from '../json/problem';
import { describeValue } from '../json/describe-value';
import { lazyRequire } from '../base/lazy-require';
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

/** Runs the author's own class-validator rules over an instance. */
export async function authorProblems(plan: ArgsPlan, instance: object): Promise<Problem[]> {
  const { validate } = lazyRequire('class-validator') as ClassValidator;
  const errors = await validate(instance, { forbidUnknownValues: false });
  return errors.flatMap((error) => toProblems(error, '', plan.cls));
}

/** What the author's own rules say against a new value of one field; asynchronous rules are left out. */
export function authorObjection(
  plan: ArgsPlan,
  instance: object,
  key: string,
  value: unknown,
): string | undefined {
  const { validateSync } = lazyRequire('class-validator') as ClassValidator;
  const probe = Object.create(plan.cls.prototype as object) as Record<string, unknown>;
  for (const { note } of plan.fields) probe[note.key] = (instance as Record<string, unknown>)[note.key];
  probe[key] = value;
  const error = validateSync(probe, { forbidUnknownValues: false }).find((found) => found.property === key);
  return error && Object.values(error.constraints ?? {})[0];
}

// Most messages begin with the field's own name, which stands before them already.
function withoutName(message: string, property: string): string {
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}

// By the class that a value belongs to; an item of a list has none, nor has an entry of a map.
function placeOf({ property, target }: ValidationError, above: string, cls = target?.constructor): string {
  if (Array.isArray(target)) return `${above}[${property}]`;
  const note = cls && argNotesOf(cls).find(({ key }) => key === property);
  const own = note?.wireName ?? property;
  return above ? `${above}.${own}` : own;
}

function toProblems(error: ValidationError, above: string, cls?: ArgsClass): Problem[] {
  const field = placeOf(error, above, cls);
  const here = Object.values(error.constraints ?? {}).map((message) => ({
    field,
    message: withoutName(message, error.property),
    received: describeValue(error.value),
  }));
  return [...here, ...(error.children ?? []).flatMap((child) => toProblems(child, field))];
}
