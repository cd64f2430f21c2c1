import { ToolValidationError } from '../errors';
import { nearestNames } from '../base/names';
import type { ArgsClass } from '../metadata';
import type { ArgsPlan, Field } from './args-schema';
import { plainInstance } from './construct-args';

/** Judges a new value of a field: what to store in its place, or what is wrong with it. */
export type Adopt = (
  field: Field,
  value: unknown,
  instance: object,
) => { readonly value: unknown } | { readonly wrong: string };

/** Makes instances refuse what the schema refuses, and properties that their class does not declare; one per args class. */
export class InstanceGuard implements ProxyHandler<object> {
  /** While an instance is being constructed, everything may be set. */
  open = false;
  private readonly fields: ReadonlyMap<string, Field>;

  constructor(
    private readonly plan: ArgsPlan,
    private readonly adopt: Adopt,
  ) {
    this.fields = new Map(plan.fields.map((field) => [field.note.key, field]));
  }

  set(target: object, key: string | symbol, value: unknown, instance: object): boolean {
    if (this.open) return Reflect.set(target, key, value);
    const field = this.fields.get(key as string);
    if (!field) {
      if (typeof key === 'string') refuseUndeclared(this.plan.cls, target, key, this.fields.keys());
      return Reflect.set(target, key, value, instance);
    }
    const { cls } = this.plan;
    if (value === undefined && !field.required) return Reflect.deleteProperty(target, key);
    const adopted = this.adopt(field, value, instance);
    if ('wrong' in adopted)
      throw new ToolValidationError(`${cls.name}.${String(key)} ${adopted.wrong}; the old value stays`);
    (target as Record<string, unknown>)[field.note.key] = adopted.value;
    return true;
  }

  deleteProperty(target: object, key: string | symbol): boolean {
    if (this.fields.get(key as string)?.required)
      throw new ToolValidationError(`${this.plan.cls.name}.${String(key)} is required and cannot be deleted`);
    return Reflect.deleteProperty(target, key);
  }
}

/** For a class whose private members only the object behind the guard has: its methods see that object. */
export class PrivateGuard extends InstanceGuard {
  get(target: object, key: string | symbol): unknown {
    const value: unknown = Reflect.get(target, key, target);
    return typeof value === 'function' ? (value.bind(target) as unknown) : value;
  }
}

/** Refuses a property that neither the class declares nor its constructor sets. */
export function refuseUndeclared(
  cls: ArgsClass,
  target: object,
  key: string,
  declared: Iterable<string>,
): void {
  if (Object.hasOwn(target, key) || hasSetter(target, key) || ownKeysOf(cls).has(key)) return;
  const [nearest] = nearestNames(key, declared);
  throw new ToolValidationError(
    `${cls.name} has no field '${key}'${nearest === undefined ? '' : `; did you mean ${nearest}?`}`,
  );
}

const ownKeys = new WeakMap<ArgsClass, ReadonlySet<string>>();

function ownKeysOf(cls: ArgsClass): ReadonlySet<string> {
  let keys = ownKeys.get(cls);
  if (!keys) ownKeys.set(cls, (keys = new Set(Object.keys(plainInstance(cls)))));
  return keys;
}

function hasSetter(target: object, key: string): boolean {
  for (let at: object | null = target; at; at = Reflect.getPrototypeOf(at))
    if (Object.getOwnPropertyDescriptor(at, key)?.set) return key !== '__proto__';
  return false;
}
