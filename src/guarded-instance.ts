import { compileCheck, type Check, type Report } from './checker';
import { ToolValidationError } from './errors';
import type { ArgsPlan, Field } from './schema';

const VALUES = Symbol('toolwright:values');

interface Guarded {
  [VALUES]: Record<string, unknown>;
}

/** A rule of the author's own that a new value of a field must meet as well; gives what is wrong with it. */
export type FieldRule = (instance: object, key: string, value: unknown) => string | undefined;

/** Makes the fields of validated instances refuse what the schema refuses; one per args class. */
export class FieldGuard {
  private readonly descriptors: PropertyDescriptorMap = {};
  private readonly keys: readonly string[];

  constructor(plan: ArgsPlan, rule?: FieldRule) {
    this.keys = plan.fields.map((field) => field.note.key);
    for (const field of plan.fields) this.descriptors[field.note.key] = guardedField(plan, field, rule);
  }

  /** Puts the guard on an instance; its fields keep their values. */
  protect<T extends object>(instance: T): T {
    const values: Record<string, unknown> = {};
    for (const key of this.keys) values[key] = (instance as Record<string, unknown>)[key];
    Object.defineProperty(instance, VALUES, { value: values });
    return Object.defineProperties(instance, this.descriptors);
  }
}

function guardedField(plan: ArgsPlan, field: Field, rule?: FieldRule): PropertyDescriptor {
  const { key } = field.note;
  let check: Check | undefined;
  return {
    enumerable: true,
    configurable: true,
    get(this: Guarded) {
      return this[VALUES][key];
    },
    set(this: Guarded, value: unknown) {
      if (value === undefined && !field.required) {
        this[VALUES][key] = value;
        return;
      }
      check ??= compileCheck(field.schema);
      const report: Report = { problems: [], repairs: [], repairing: false };
      if (!(field.nested && value instanceof field.nested)) check(value, report);
      const wrong = report.problems[0]?.message ?? rule?.(this, key, value);
      if (wrong) throw new ToolValidationError(`${plan.cls.name}.${key} ${wrong}; the old value stays`);
      this[VALUES][key] = value;
    },
  };
}
