import { compileCheck } from '../json/checker';
import type { Check, Report } from '../json/report';
import { ToolValidationError } from '../errors';
import type { ArgsPlan, Field } from './args-schema';

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
  private readonly coverable: boolean;

  constructor(
    private readonly plan: ArgsPlan,
    rule?: FieldRule,
  ) {
    this.keys = plan.fields.map((field) => field.note.key);
    for (const field of plan.fields) this.descriptors[field.note.key] = guardedField(plan, field, rule);
    this.coverable =
      Object.keys(new plan.cls()).every((key) => key in this.descriptors) && !hasPrivates(plan.cls);
  }

  /** The instance with its fields guarded; they keep their values. */
  protect<T extends object>(instance: T): T {
    return this.coverable ? this.cover(instance) : this.convert(instance);
  }

  // A new object in front of the instance takes half the time of turning the instance's own fields into guarded ones.
  private cover<T extends object>(instance: T): T {
    const guarded = Object.create(this.plan.cls.prototype as object) as T;
    Object.defineProperty(guarded, VALUES, { value: instance });
    for (const key of this.keys) Object.defineProperty(guarded, key, this.descriptors[key]!);
    return guarded;
  }

  private convert<T extends object>(instance: T): T {
    const values: Record<string, unknown> = {};
    for (const key of this.keys) values[key] = (instance as Record<string, unknown>)[key];
    Object.defineProperty(instance, VALUES, { value: values });
    return Object.defineProperties(instance, this.descriptors);
  }
}

// Private members are tied to the very object that the constructor made.
function hasPrivates(cls: object): boolean {
  for (
    let at: object | null = cls;
    at && at !== Function.prototype;
    at = Object.getPrototypeOf(at) as object | null
  ) {
    if (/#|__(?:classP|p)rivate/.test(Function.prototype.toString.call(at))) return true;
  }
  return false;
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
