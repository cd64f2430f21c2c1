import { isObject } from '../base/json-value';
import type { JsonSchema } from '../base/json-schema';
import type { ArgsClass } from '../metadata';
import type { ArgsPlan, Field } from './args-schema';
import { hasAuthorTransforms, transformed } from './author-rules';
import { InstanceGuard, PrivateGuard, type Adopt } from './guarded-args';
import { BASE, instanceWith, plainInstance, plainly, type Guarded } from './construct-args';

/** Makes guarded instances of one args class from values that have passed; an argument that was not sent is no key. */
export class InstanceMaker {
  readonly guard: InstanceGuard;
  private readonly transforms: boolean;
  /** What an instance holds from the start; undefined if only its constructor can say. */
  private readonly initial: Readonly<Record<string, unknown>> | undefined;

  constructor(
    private readonly plan: ArgsPlan,
    /** Makes the instances of the nested classes, by field. */
    private readonly nested: ReadonlyMap<string, InstanceMaker>,
    adopt: Adopt,
  ) {
    const { cls } = plan;
    const code = codeOf(cls);
    const privates = /#|__(?:classP|p)rivate/.test(code);
    this.transforms = hasAuthorTransforms(plan);
    this.guard = privates && !(BASE in cls) ? new PrivateGuard(plan, adopt) : new InstanceGuard(plan, adopt);
    const probe = plainInstance(cls);
    const declared = new Set<string | symbol>(plan.fields.map(({ note }) => note.key));
    const fieldsOnly = Reflect.ownKeys(probe).every((key) => declared.has(key));
    if (fieldsOnly && !privates && !this.transforms && !/\bconstructor\b/.test(code)) this.initial = probe;
  }

  /** An instance from arguments that have passed, under their wire names. */
  make(values: Readonly<Record<string, unknown>>): object {
    const { initial } = this;
    if (!initial) return this.constructed(values);
    const { cls, fields } = this.plan;
    const target = Object.create(cls.prototype as object) as Record<string, unknown>;
    let fresh: Record<string, unknown> | undefined;
    for (const field of fields) {
      const { key, wireName } = field.note;
      if (Object.hasOwn(values, wireName)) target[key] = this.inner(field, values[wireName]);
      else if (typeof initial[key] !== 'object') {
        if (initial[key] !== undefined) target[key] = initial[key];
      } else target[key] = this.guardedDefault(field, (fresh ??= plainInstance(cls))[key]);
    }
    return new Proxy(target, this.guard);
  }

  /** A value of a field with instances in the place of nested objects. */
  inner(field: Field, value: unknown): unknown {
    const maker = this.nested.get(field.note.key);
    return maker ? instances(maker, field.schema, value) : value;
  }

  private constructed(values: Readonly<Record<string, unknown>>): object {
    const { guarded, target } = this.construct(values);
    const own = target as Record<string, unknown>;
    for (const field of this.plan.fields) {
      const { key, wireName } = field.note;
      const sent = Object.hasOwn(values, wireName);
      if (sent && (this.nested.has(key) || !this.transforms)) own[key] = this.inner(field, values[wireName]);
      else if (own[key] === undefined) delete own[key];
      else if (!sent) own[key] = this.guardedDefault(field, own[key]);
    }
    return guarded;
  }

  private construct(values: Readonly<Record<string, unknown>>): Guarded {
    const { guard, plan } = this;
    if (this.transforms) {
      const target = plainly(() => transformed(plan.cls, this.byField(values)));
      return { target, guarded: new Proxy(target, guard) };
    }
    guard.open = true;
    try {
      return instanceWith(plan.cls, guard);
    } finally {
      guard.open = false;
    }
  }

  private byField(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const named: Record<string, unknown> = {};
    for (const { note } of this.plan.fields) {
      if (Object.hasOwn(values, note.wireName) && !this.nested.has(note.key))
        named[note.key] = values[note.wireName];
    }
    return named;
  }

  // Defaults that hold instances of nested classes were made plainly, together with the instance around them.
  private guardedDefault({ note, nested }: Field, value: unknown): unknown {
    const maker = this.nested.get(note.key);
    return maker && nested ? guardedInstances(maker.guard, nested, value) : value;
  }
}

function guardedInstances(guard: InstanceGuard, cls: ArgsClass, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => guardedInstances(guard, cls, item));
  if (!isObject(value)) return value;
  if (value instanceof cls) return new Proxy(value, guard);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, guardedInstances(guard, cls, item)]),
  );
}

// A nested class stands for the value itself, for each item of a list, or for each value under free keys.
function instances(maker: InstanceMaker, schema: JsonSchema, value: unknown): unknown {
  const shape = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
  if (Array.isArray(value)) return value.map((item) => instances(maker, shape.items ?? {}, item));
  if (!isObject(value)) return value;
  const free = shape.additionalProperties;
  if (typeof free !== 'object') return maker.make(value);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, instances(maker, free, item)]));
}

// The source of a class and its parents, without the base class, whose constructor only guards.
function codeOf(cls: object): string {
  let code = '';
  for (let at: object | null = cls; at && at !== Function.prototype; at = Reflect.getPrototypeOf(at)) {
    if (!Object.hasOwn(at, BASE)) code += Function.prototype.toString.call(at);
  }
  return code;
}
